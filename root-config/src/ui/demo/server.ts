/** A made-up server for the samples: answers in the shapes of the wire. */
const NAMES = ['足金古法手镯', '18K钻石戒指', '铂金素圈', '足金转运珠', '翡翠吊坠', '珍珠项链'];
const TYPES = ['戒指', '项链', '手镯', '吊坠', '耳饰'];
const picture = (index: number): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${(index * 47) % 360} 45% 80%)"/><circle cx="20" cy="22" r="11" fill="none" stroke="goldenrod" stroke-width="4"/></svg>`)}`;
export const goods = (index: number) => ({
  id: 1000 + index,
  barcode: String(260_000_000_013 + index * 17),
  pictures: index % 3 === 0 ? [] : [picture(index), picture(index + 1)],
  name: NAMES[index % NAMES.length]!,
  type: TYPES[index % TYPES.length]!,
  shopId: 1 + (index % 3),
  shopName: ['人民路店', '万达店', '中心店'][index % 3]!,
  num: 1 + (index % 4),
  goldWeight: 2.315 + index * 0.37,
  stoneCt: (index % 5) * 0.105,
  sellPrice: 1299 + index * 873.5,
  auditFlag: index % 3 === 0 ? 2 : 1,
  inStorageAt: '2026-11-21',
  createdAt: '2026-11-21T09:30:00.000+08:00',
});
export type Goods = ReturnType<typeof goods>;

const options = (words: readonly string[]) => words.map((word) => ({ dictLabel: word, dictValue: word }));
const answers: Record<string, (query: URLSearchParams) => unknown> = {
  '/base-shop/tree': () => [
    {
      id: 10,
      label: '华东区',
      children: [
        { id: 1, label: '人民路店' },
        { id: 2, label: '万达店' },
      ],
    },
    { id: 3, label: '中心店', children: [] },
  ],
  '/base-data/option-select': (query) =>
    options(query.get('dictType') === 'goodsType' ? TYPES : ['足金999', '18K', 'Pt950']),
  '/biz-goods-in': (query) => {
    const size = Number(query.get('pageSize'));
    const from = (Number(query.get('pageIndex')) - 1) * size;
    return { count: 10_000, more: true, list: Array.from({ length: size }, (_, index) => goods(from + index)) };
  },
  '/biz-goods-in/1001': () => goods(1),
  '/empty': () => ({ count: 0, list: [] }),
  '/empty/latest-day': () => ({ day: '2026-11-18' }),
  '/base-customer': () => ({
    count: 2,
    list: [
      { id: 1, name: '王女士' },
      { id: 2, name: '李先生' },
    ],
  }),
};
const reply = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', etag: '"3"' } });

export const startServer = (): void => {
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const path = url.pathname.replace('/api/v1', '');
    if (init?.method === 'PUT') {
      const data = [
        { path: 'name', message: '首饰名称不能为空' },
        { path: 'list.1.num', message: '调入数量不能大于库存数量！' },
      ];
      return Promise.resolve(reply(422, { code: 422, msg: '请检查输入', data }));
    }
    const answer = answers[path];
    if (answer === undefined)
      return Promise.resolve(reply(503, { code: 503, msg: '服务暂时不可用，请稍后再试', data: null }));
    return Promise.resolve(reply(200, { code: 200, msg: '查询成功', data: answer(url.searchParams) }));
  };
};
