/** People who want the same thing at the same moment: one has it, the others hear who (R2, R3, R12, R40). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from '../flow/shops.ts';

const ROUNDS = 50;
let chain: Chain;
let tokens: readonly [string, string];
beforeAll(async () => {
  chain = await startChain();
  const people = ['till-a', 'till-b'];
  for (const username of people) await chain.app.addUser({ username, roleIds: [2] });
  const [first = '', second = ''] = await Promise.all(people.map((name) => chain.app.signIn(name)));
  tokens = [first, second];
});
afterAll(() => chain.app.stop());

const won = (replies: readonly Reply[]): Reply => {
  const winners = replies.filter(({ status }) => status === 200);
  expect(winners.length, replies.map(({ text }) => text).join('\n')).toBe(1);
  return winners[0] as Reply;
};
/** 已被{单据号}占用（{谁}，{何时}） */
const heard = (replies: readonly Reply[], no: string, who: string): void => {
  const [loser] = replies.filter(({ status }) => status !== 200);
  expect(loser?.status).toBe(409);
  expect(loser?.body.msg).toMatch(new RegExp(`此首饰已被${no}占用（${who}，.*\\d{2}:\\d{2}.*）`));
};

test(`two tills sell one piece, ${ROUNDS} times: one sells it, the other hears which bill, who and when`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const barcode = await chain.stock();
    const replies = await Promise.all(
      tokens.map((token) => chain.app.post('/biz-sell', chain.sale([{ barcode }]), { token })),
    );
    const winner = won(replies);
    const who = replies.indexOf(winner) === 0 ? 'till-a' : 'till-b';
    heard(replies, `XS${String(winner.body.data)}`, who);
  }
}, 120_000);

test('a transfer and a sale want one piece: one has it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const barcode = await chain.stock();
    const replies = await Promise.all([
      chain.app.post('/biz-sell', chain.sale([{ barcode }]), { token: tokens[0] }),
      chain.app.post('/biz-allocate', chain.transfer([{ barcode }]), { token: tokens[1] }),
    ]);
    const winner = won(replies);
    const isSale = replies.indexOf(winner) === 0;
    heard(replies, `${isSale ? 'XS' : 'DB'}${String(winner.body.data)}`, isSale ? 'till-a' : 'till-b');
  }
}, 60_000);

test('two bills want two pieces in opposite order: one has both', async () => {
  for (let round = 0; round < 30; round += 1) {
    const [one, two] = [await chain.stock(), await chain.stock()];
    const replies = await Promise.all([
      chain.app.post('/biz-sell', chain.sale([{ barcode: one }, { barcode: two }]), { token: tokens[0] }),
      chain.app.post('/biz-sell', chain.sale([{ barcode: two }, { barcode: one }]), { token: tokens[1] }),
    ]);
    won(replies);
    for (const reply of replies) expect([200, 409]).toContain(reply.status);
    expect([await chain.free(one), await chain.free(two)]).toEqual([null, null]);
  }
}, 60_000);

const DOCUMENTS = [
  { path: '/biz-allocate', body: (barcode: string) => chain.transfer([{ barcode }]), no: 'DB' },
  { path: '/biz-sell', body: (barcode: string) => chain.sale([{ barcode }]), no: 'XS' },
] as const;
const saved = async (path: string, body: unknown): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};

test.each(DOCUMENTS)('$path: the same click ten times at once is one document', async ({ path, body }) => {
  const barcode = await chain.stock();
  const clicks = await Promise.all(
    Array.from({ length: 10 }, () => chain.app.post(path, body(barcode), { key: `click ${path} ${barcode}` })),
  );
  expect(new Set(clicks.map(({ status, body: said }) => `${status} ${String(said.data)}`)).size).toBe(1);
  expect(clicks[0]?.status).toBe(200);
});

/** What one document is after an audit, a deletion and an edit at once: at least one of them was done. */
const oneState = async (path: string, { id, barcode }: { id: number; barcode: string }, replies: readonly Reply[]) => {
  for (const { status, text } of replies) expect([200, 404, 409, 412], text).toContain(status);
  const [audited = false, deleted = false, edited = false] = replies.map(({ status }) => status === 200);
  expect(audited && deleted).toBe(false);
  expect(audited || deleted || edited, replies.map(({ text }) => text).join('\n')).toBe(true);
  if (deleted) return expect(await chain.free(barcode)).toBe(1);
  expect((await chain.lookup(barcode)).status).toBe(409);
  expect(await chain.record(path, id)).toMatchObject({ auditFlag: audited ? 2 : 1 });
};

test.each(DOCUMENTS)(
  '$path: audited, deleted and edited at once, it ends in one state',
  async ({ path, body }) => {
    for (let round = 0; round < 12; round += 1) {
      const barcode = await chain.stock();
      const id = await saved(path, body(barcode));
      const replies = await Promise.all([
        chain.audit(path, [id], { token: tokens[0] }),
        chain.app.del(path, { ids: [id] }, { token: tokens[1] }),
        chain.app.put(`${path}/${id}`, body(barcode), { token: tokens[0] }),
      ]);
      await oneState(path, { id, barcode }, replies);
    }
  },
  60_000,
);

test.each(DOCUMENTS)(
  '$path: two people edit what both saw: one saves, one is told to look again',
  async (document) => {
    const { path, body } = document;
    for (let round = 0; round < 10; round += 1) {
      const barcode = await chain.stock();
      const id = await saved(path, body(barcode));
      const seen = (await chain.app.get(`${path}/${id}`)).headers.get('etag') ?? '';
      const replies = await Promise.all(
        tokens.map((token, n) =>
          chain.app.put(
            `${path}/${id}`,
            { ...body(barcode), remark: `第${n}个` },
            { token, headers: { 'if-match': seen } },
          ),
        ),
      );
      const winner = won(replies);
      const loser = replies.find((reply) => reply !== winner);
      expect([loser?.status, loser?.body.msg]).toEqual([412, '别人已修改，请刷新后再保存']);
      expect(await chain.record(path, id)).toMatchObject({ remark: `第${replies.indexOf(winner)}个`, auditFlag: 1 });
    }
  },
  60_000,
);

test.each(DOCUMENTS)('$path: one wrong id in a bulk audit and nothing is done', async ({ path, body, no }) => {
  const ids = [await saved(path, body(await chain.stock())), await saved(path, body(await chain.stock()))];
  const gone = await saved(path, body(await chain.stock()));
  await chain.app.del(path, { ids: [gone] });
  const refused = await chain.audit(path, [...ids, gone]);
  expect([refused.status, refused.body.msg]).toEqual([409, `${no}${gone}：单据已删除`]);
  const unknown = await chain.audit(path, [...ids, 999_999_999]);
  expect([404, 409]).toContain(unknown.status);
  expect(unknown.text).toContain('999999999');
  for (const id of ids) expect(await chain.record(path, id)).toMatchObject({ auditFlag: 1 });
});

test('ten bulk audits of the same documents at once post each once', async () => {
  const barcodes = [await chain.stock(), await chain.stock(), await chain.stock()];
  const ids: number[] = [];
  for (const barcode of barcodes) ids.push(await saved('/biz-allocate', chain.transfer([{ barcode }])));
  const replies = await Promise.all(Array.from({ length: 10 }, () => chain.audit('/biz-allocate', ids)));
  for (const { status, text } of replies) expect([200, 409], text).toContain(status);
  for (const barcode of barcodes) expect(await chain.free(barcode, chain.away)).toBe(1);
  for (const id of ids) expect(await chain.record('/biz-allocate', id)).toMatchObject({ auditFlag: 2 });
});
