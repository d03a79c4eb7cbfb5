/** Schemes with what bounds all shops, with numbers that are guessed, and gifts that nobody else saw (R133, R137, R140, R146). */
import type { Insiders } from './house.ts';
import { refused, row, type Scheme } from './schemes.ts';

type Fineness = { readonly id: number; readonly dictValue: string; readonly dictSort: number };
const K18 = '18K金';
const made = (content: number): string => JSON.stringify({ metal: '金', content });
const setContent = async (house: Insiders, who: 'local' | 'owner', content: number) => {
  const found = await house.done('owner', 'GET', '/base-dict-data?dictType=goodsFineness&pageSize=100');
  const { list } = found as { readonly list: readonly Fineness[] };
  const { id, dictSort } = list.find(({ dictValue }) => dictValue === K18) ?? { id: 0, dictSort: 0 };
  return house.call(who, 'PUT', `/base-dict-data/${id}`, { dictSort, status: '2', expandData: made(content) });
};

export const CHAIN_SCHEMES: readonly Scheme[] = [
  {
    name: '18K is made purer by a manager of one shop, to be bought at the price of pure gold',
    rule: 'R146',
    comes: refused(403, '此项对全部分店生效'),
    play: (house) => setContent(house, 'local', 990),
  },
  {
    name: '18K is purer for a minute',
    rule: 'R148',
    comes: row('limit-changed', 'owner'),
    play: async (house) => {
      const reply = await setContent(house, 'owner', 990);
      await setContent(house, 'owner', 750);
      return reply;
    },
  },
  {
    name: 'numbers of those who collect gifts are tried with a letter behind them',
    rule: 'R140',
    comes: refused(429, '号码查询过于频繁'),
    play: async (house) => {
      const body = { name: '王女士', mobile: '13911220030', writeOffCode: 'HX-MASKED' };
      await house.done('owner', 'POST', '/mall-write-off', body);
      const tried = (last: number) =>
        house.call('finder', 'GET', `/mall-write-off?mobile=139112200${String(last).padStart(2, '0')}x`);
      for (let last = 0; last < 30; last += 1) await tried(last);
      return tried(30);
    },
  },
  {
    name: 'the right number with a letter behind it',
    rule: 'R140',
    comes: refused(200, '"list":[]'),
    play: async (house) => {
      const body = { name: '周女士', mobile: '13911220099', writeOffCode: 'HX-LETTER' };
      await house.done('owner', 'POST', '/mall-write-off', body);
      return house.call('clerk', 'GET', '/mall-write-off?mobile=13911220099x');
    },
  },
  {
    name: 'a gift is invented and collected by one person',
    rule: 'R137',
    comes: row('gift-code', 'keeper'),
    play: async (house) => {
      const body = { name: '赵先生', mobile: '13911220088', writeOffCode: 'HX-OWN', limitNum: 20, billType: '2' };
      const id = String(await house.done('keeper', 'POST', '/mall-write-off', body));
      return house.call('keeper', 'PUT', `/mall-write-off/user/${id}`, { writeOffCode: 'HX-OWN' });
    },
  },
];
