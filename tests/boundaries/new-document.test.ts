/**
 * A new kind of document is its folders and one line in each list (docs/new-document.md). An invented kind
 * (tests/support/loan) stands in the lists here, and everything that knows kinds is asked for it.
 */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paperOf } from '../../mfe-admin/src/design/fields.ts';
import { documentNo, isDocumentKind } from '../../services/contracts/document.ts';
import { eventWordsOf } from '../../services/contracts/event-words.ts';
import { lookUpKeys, MANIFESTS } from '../../services/contracts/manifests.ts';
import { parseLayout } from '../../services/contracts/print-layout.ts';
import { fieldNames } from '../../services/goods/contract.ts';
import { dictionarySeeds } from '../../services/master-data/dictionaries/seed.ts';
import { columnSeeds, templateSeeds } from '../../services/master-data/templates/seed.ts';
import { printedKinds } from 'services/contracts/printed-kinds';
import { eventSchemas } from '../../house/log/event-schemas.ts';
import { documentSlices, slices } from '../../house/slices.ts';
import { MENU_SEEDS, menuSeeds } from '../../services/system/seeds/menus.ts';
import { menusOf, roleSeeds } from '../../services/system/seeds/roles.ts';
import { queries, READ_SLICES, titlesOf } from '../../projections/registry.ts';
import { loanManifest } from '../support/loan/manifest.ts';
import { loanReads } from '../support/loan/read-slice.ts';

const manifests = [...MANIFESTS, loanManifest];
const root = new URL('../../', import.meta.url);

test('it has numbers and words', () => {
  expect(isDocumentKind('loan')).toBe(false);
  expect(isDocumentKind('loan', manifests)).toBe(true);
  expect(documentNo('loan', 7, manifests)).toBe('JC7');
  expect(() => documentNo('loan', 7)).toThrow('no manifest of document kind loan');
  expect(eventWordsOf(manifests)('LoanAudited')).toBe('借出单审核');
  expect(eventWordsOf(manifests)('LoanPolished')).toBeUndefined();
  expect(fieldNames(manifests)['loanAt']).toBe('借出日期');
});

test('it has a page in the menu, keys and roles that hold them; nothing else in the menu moves', () => {
  const seeds = menuSeeds(manifests);
  const added = seeds.filter(({ id }) => MENU_SEEDS.every((menu) => menu.id !== id));
  expect(seeds.filter((menu) => !added.includes(menu))).toEqual(MENU_SEEDS);
  const [page, ...keys] = added;
  expect(page).toMatchObject({
    id: 90,
    parent_id: 20,
    title: '首饰借出',
    component: 'stock/loan',
    icon: 'gift',
    sort: 12,
  });
  expect(keys.map(({ permission, title }) => `${permission} ${title}`)).toEqual([
    'biz:bizLoan:list 查询',
    'biz:bizLoan:add 新增',
    'biz:bizLoan:edit 编辑',
    'biz:bizLoan:remove 删除',
    'biz:bizLoan:audit 审核',
    'biz:bizLoan:unaudit 反审核',
    'biz:bizLoan:export 导出',
  ]);
  const grants = new Map(
    roleSeeds(manifests).map((role) => {
      const menus = new Set(menusOf(role, manifests));
      return [role.key, keys.filter(({ id }) => menus.has(id)).map(({ permission }) => permission.split(':')[2])];
    }),
  );
  expect(grants.get('manager')).toEqual(['list', 'add', 'edit', 'remove', 'audit', 'unaudit', 'export']);
  expect(grants.get('storekeeper')).toEqual(['list', 'add', 'edit', 'remove', 'audit', 'export']);
  expect(grants.get('seller')).toEqual(['list']);
});

test('it looks up what it names', () => {
  expect(lookUpKeys('piece', manifests)).toEqual([...lookUpKeys('piece'), 'biz:bizLoan:add', 'biz:bizLoan:edit']);
  expect(lookUpKeys('customer', manifests)).toEqual([...lookUpKeys('customer'), 'biz:bizLoan:list']);
});

test('it is printed: a kind to choose, its columns and a first template', () => {
  expect(printedKinds(manifests).at(-1)).toMatchObject({ kind: 'loan', title: '借出单' });
  const { groups, lines = [] } = paperOf('loan', printedKinds(manifests));
  expect(groups.map(({ title }) => title)).toEqual(['单据', '打印']);
  expect(lines.map(({ title, unit }) => `${title}${unit}`)).toEqual(['条码', '数量件']);
  const kinds = dictionarySeeds(manifests).find(({ dictType }) => dictType === 'sys_print_kind');
  expect(kinds?.entries.at(-1)).toEqual({ value: 'loan', label: '借出单模板' });
  expect(columnSeeds(manifests)['loan']).toEqual(loanManifest.print?.fields);
  const template = templateSeeds(manifests).find(({ kind }) => kind === 'loan');
  expect(template).toMatchObject({ name: '借出单', fileName: '借出单' });
  const layout = parseLayout(JSON.parse(template?.template ?? ''));
  expect(layout).toMatchObject({ page: { width: 210, height: 140 } });
  expect(JSON.stringify(layout)).toContain('首饰借出单');
});

test('its slice is found in its folder, with its writes and events', async () => {
  const load = (folder: string): Promise<unknown> =>
    folder === 'loan' ? import('../support/loan/slice.ts') : Promise.resolve({});
  const [slice] = await documentSlices([loanManifest], load);
  const { routes } = slice!.create({} as never);
  expect(routes).toMatchObject([{ method: 'DELETE', path: '/biz-loan', allow: 'biz:bizLoan:remove' }]);
  expect([...eventSchemas([slice!]).keys()]).toEqual(['LoanSubmitted']);
  await expect(documentSlices([{ ...loanManifest, folder: 'elsewhere' }], load)).rejects.toThrow(
    'services/elsewhere/slice.ts hands over no slice',
  );
  expect(slices).toHaveLength(MANIFESTS.length + 20);
});

test('every event of a document has words in its manifest', async () => {
  const modules = await documentSlices(MANIFESTS);
  const wordless = MANIFESTS.flatMap((manifest, index) => {
    const types = [...eventSchemas([modules[index]!]).keys()];
    expect(types.length).toBeGreaterThan(10);
    return types.filter((type) => eventWordsOf([manifest])(type) === undefined);
  });
  expect(wordless).toEqual([]);
});

test('its list answers, and says what is not up to date', async () => {
  const parked = async () => [{ projection: 'loans', stream: 'loan-7', firstPosition: 3 }];
  const deps = { db: {} as never, store: {} as never, now: () => new Date(), parked };
  const list = queries(deps, [...READ_SLICES, loanReads]).find(({ path }) => path === '/biz-loan');
  expect(list).toMatchObject({ method: 'GET', allow: 'biz:bizLoan:list' });
  const answer = await list?.handler({ query: {}, params: {} } as never);
  expect(answer).toMatchObject({ data: { list: [{ id: 7 }], stale: [0], parked: 1 } });
  const titles = titlesOf([...READ_SLICES, loanReads]);
  expect([titles.get('loans'), titles.get('loan-versions')]).toEqual(['首饰借出', '首饰借出（历史时点）']);
});

test('every page of a document is a screen of a micro-frontend', () => {
  const screenOf = (path: string): URL => {
    const [, area, folder] = path.split('/');
    return new URL(`mfe-${area}/src/screens/${folder}/screen.tsx`, root);
  };
  const pages = MANIFESTS.flatMap((manifest) => manifest.pages).flatMap(({ path }) => path ?? []);
  expect(pages.length).toBeGreaterThan(8);
  expect(pages.filter((path) => !existsSync(screenOf(path)))).toEqual([]);
});

test('no two kinds share what must be their own', () => {
  const own = (of: (manifest: (typeof MANIFESTS)[number]) => readonly (string | number)[]) => {
    const all = MANIFESTS.flatMap(of);
    return all.filter((one, index) => all.indexOf(one) !== index);
  };
  expect(own(({ kind }) => [kind])).toEqual([]);
  expect(own(({ prefix }) => [prefix])).toEqual([]);
  expect(own(({ label }) => [label])).toEqual([]);
  expect(own(({ path }) => [path])).toEqual([]);
  expect(own(({ permission }) => [permission])).toEqual([]);
  expect(own(({ pages }) => pages.map(({ id }) => id))).toEqual([]);
  expect(own(({ pages }) => pages.map(({ area, place }) => `${area} ${place}`))).toEqual([]);
  expect(own(({ tables }) => Object.keys(tables))).toEqual([]);
  expect(own(({ print }) => (print === undefined ? [] : [print.kind]))).toEqual([]);
  expect(own(({ fieldNames: names }) => Object.keys(names))).toEqual([]);
});
