/** A chain whose shop inspects what came in, and what its tests say and ask of inspections. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { Reply, RequestOptions } from '../support/app.ts';
import { startChain, type Chain, type Line } from './shops.ts';

export const PATH = '/biz-goods-inspection';
export const RETURNS = '/biz-goods-return';
export const [PASSED, SUPPLIER, MELT] = ['1', '2', '3'];

/** A house for the tests of a file. */
export const inspectionsPerFile = () => {
  const at = { supplier: 0 } as { chain: Chain; supplier: number };
  beforeAll(async () => {
    at.chain = await startChain();
    const body = { name: '金源首饰', contract: '李经理', mobile: '13900000001', status: '2' };
    at.supplier = Number((await at.chain.app.post('/base-supplier', body)).body.data);
  });
  afterAll(() => at.chain.app.stop());

  const body = (lines: readonly Line[], change: Record<string, unknown> = {}) => ({
    shopId: at.chain.home,
    inspectAt: at.chain.today,
    inspector: '周敏',
    remark: '到货抽检',
    bizGoodsList: lines.map((line) => ({
      result: PASSED,
      note: line['result'] === undefined ? '' : '戒圈有砂眼',
      ...line,
    })),
    ...change,
  });
  const done = (reply: Reply): number => {
    expect(reply).toMatchObject({ status: 200 });
    return Number(reply.body.data);
  };
  const create = (...asked: Parameters<typeof body>): Promise<Reply> => at.chain.app.post(PATH, body(...asked));
  const save = async (...asked: Parameters<typeof body>): Promise<number> => done(await create(...asked));
  const said = ({ status, body: { msg } }: Reply): string => `${status} ${String(msg)}`;
  const audited = async (path: string, id: number): Promise<void> => {
    expect(said(await at.chain.audit(path, [id]))).toContain('200');
  };
  const back = (lines: readonly Line[], options?: RequestOptions): Promise<Reply> =>
    at.chain.app.post(
      RETURNS,
      { supplierId: at.supplier, shopId: at.chain.home, returnAt: at.chain.today, bizGoodsList: lines },
      options,
    );
  /** The return that has the piece. */
  const openedFor = async (barcode: string): Promise<number> => {
    const { data } = (await at.chain.app.get(`${RETURNS}?barcode=${barcode}`)).body;
    return (data as { list: { id: number }[] }).list[0]?.id ?? 0;
  };
  /** Deletes the return that the audit opened: what did not pass waits with the inspection again. */
  const giveUp = async (barcode: string): Promise<void> => {
    expect((await at.chain.app.del(RETURNS, { ids: [await openedFor(barcode)] })).status).toBe(200);
  };
  const sell = (barcode: string): Promise<Reply> => at.chain.app.post('/biz-sell', at.chain.sale([{ barcode }]));
  const steps = async (barcode: string): Promise<readonly string[]> => {
    const life = (await at.chain.app.get(`/report-goods-flow/life?barcode=${barcode}`)).body.data as {
      steps: { title: string; text: string }[];
    };
    return life.steps.map(({ title, text }) => `${title}：${text}`);
  };
  const listed = async (id: number, query = ''): Promise<Record<string, unknown> | undefined> => {
    const { data } = (await at.chain.app.get(`${PATH}?pageSize=100${query}`)).body;
    return (data as { list: Record<string, unknown>[] }).list.find((row) => row['id'] === id);
  };
  return { at, body, done, create, save, said, audited, back, openedFor, giveUp, sell, steps, listed };
};
