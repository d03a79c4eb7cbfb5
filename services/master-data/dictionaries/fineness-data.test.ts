/** What a fineness is made of bounds what is paid for old gold (R133): who may change it, and what an owner reads of it (R146, R148). */
import { expect, test } from 'vitest';
import { CHAIN_ONLY, NOBODY } from '../../contracts/user.ts';
import { contentSaid, refuseContent } from './fineness-data.ts';

const row = (content: number | null, change: object = {}) => ({
  dict_type: 'goodsFineness',
  dict_value: '18K金',
  expand_data: content === null ? '' : JSON.stringify({ metal: '金', content }),
  ...change,
});
const local = { user: { ...NOBODY, id: 7, lockShops: [1] } };
const everyShop = { user: { ...local.user, lockIsAll: true } };

test.each([
  ['a higher content', { before: row(750), after: row(990) }, '成色“18K金”的含量由金750‰改为金990‰'],
  ['another metal', { before: row(750), after: row(0, { expand_data: '{"metal":"银","content":750}' }) }, '改为银750‰'],
  ['a new fineness of gold', { before: null, after: row(990) }, '由未填改为金990‰'],
  ['a content that is taken out', { before: row(750), after: row(null) }, '改为未填'],
])('%s is of the whole chain, and told', (_name, change, said) => {
  expect(refuseContent(change, local)).toBe(CHAIN_ONLY);
  expect(refuseContent(change, everyShop)).toBeNull();
  expect(contentSaid(change)).toContain(said);
});
test.each([
  [
    'the same content, written otherwise',
    { before: row(750), after: row(0, { expand_data: '{"content": 750, "metal": "金"}' }) },
  ],
  ['a new fineness that nobody says anything of', { before: null, after: row(null) }],
  ['another dictionary', { before: row(750, { dict_type: 'goodsType' }), after: row(990, { dict_type: 'goodsType' }) }],
])('%s is anybody’s, and not told', (_name, change) => {
  expect(refuseContent(change, local)).toBeNull();
  expect(contentSaid(change)).toBeNull();
});
test('a fineness that is deleted is told with what it was', () => {
  expect(contentSaid({ before: row(750), after: null })).toBe('成色“18K金”的含量由金750‰改为已删除');
});
