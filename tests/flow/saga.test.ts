/** A process dies in the middle of a document; the house brings it to an end, whichever store keeps the log. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventStore } from 'services/event-store/port';
import { appendAllOf } from '../../services/platform/event-store/appending.ts';
import { attemptKey, type UserCommand } from '../../services/documents/decider.ts';
import type { TransferHeader, TransferLine } from 'services/transfer/contract';
import { pieceCustodian } from '../../services/goods/custodian.ts';
import { createPieces } from '../../services/goods/pieces.ts';
import { openDocuments, type Documents } from '../../services/documents/documents.ts';
import { nextId } from '../../services/platform/streams/wire-ids.ts';
import { openingsDesk, registerOpened } from '../../services/documents/openings.ts';
import { inspectionDocument } from '../../services/inspection/document.ts';
import { supplierReturnDocument } from '../../services/supplier-return/document.ts';
import { openedSupplierReturns } from '../../services/supplier-return/openings-of-inspection.ts';
import { transferDocument } from '../../services/transfer/document.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';
import { startChain, type Chain } from './shops.ts';

class Dead extends Error {}
/** The store of a process that dies before its (n + 1)-th append, or before that is answered. */
const dying = (store: EventStore, appends: number, moment: 'before' | 'after' = 'before'): EventStore => {
  let left = appends;
  const living = async <Done>(append: () => Promise<Done>): Promise<Done> => {
    if (left === 0 && moment === 'after') await append();
    if (left === 0) throw new Dead();
    left -= 1;
    return append();
  };
  return {
    append: (...call) => living(() => store.append(...call)),
    ...(store.appendAll !== undefined && { appendAll: (...call) => living(() => appendAllOf(store)(...call)) }),
    read: (...call) => store.read(...call),
    subscribe: (from) => store.subscribe(from),
    head: () => store.head(),
    close: async () => undefined,
  };
};

const STORES = [
  { name: 'postgres', way: 'together' },
  { name: 'postgres', way: 'in steps' },
  { name: 'eventstoredb', way: 'in steps' },
] as const;
/** Appends of a repeat, all of which the store knows. */
const AGAIN = { Submit: 1, Audit: 0, Reverse: 0, Delete: 2 } as const;

describe.each(STORES)('$name, $way', ({ name, way }) => {
  let chain: Chain;
  let server: FakeEventStoreDb | null = null;
  beforeAll(async () => {
    server = name === 'eventstoredb' ? await startFakeEventStoreDb() : null;
    const url = server === null ? {} : { EVENT_STORE_URL: server.url };
    chain = await startChain({ inSteps: way === 'in steps', env: url });
  });
  afterAll(async () => {
    await chain.app.stop();
    await server?.stop();
  });

  type Drive = Documents<TransferHeader, TransferLine>;
  const process = (appends: number, moment?: 'before' | 'after'): Drive => {
    const { store: real, lookup, clock } = chain.app.house.deps;
    const store = dying(real, appends, moment);
    const custodians = { piece: pieceCustodian(createPieces({ store, lookup })) };
    return openDocuments(transferDocument, { store, custodians, clock });
  };
  const line = (barcode: string): TransferLine => ({
    list: 'goods',
    lineId: barcode,
    barcode,
    goodsId: 1,
    name: '足金戒指',
    category: '戒指',
    quantity: 1,
    outPriceFen: 180_040,
    inPriceFen: 180_040,
    metalCostFen: 56_000,
    labourFeeFen: 2000,
    fineWorkFeeFen: 0,
    pieceWorkFeeFen: 0,
    netWeightMg: 3215,
    remark: '',
  });
  const send = async (drive: Drive, id: number, command: UserCommand<TransferHeader, TransferLine>) => {
    const key = `${id}-${command.type}`;
    const actor = { user: chain.app.admin, now: new Date(), key, requestId: 'r' };
    return drive.command(id, { ...command, key: attemptKey(chain.app.admin.id, key) }, { actor });
  };
  const stageOf = async (id: number): Promise<string> => (await process(0).load(id)).state.stage;
  const within = { timeout: 15_000, interval: 50 };

  const atOnce = way === 'together';
  test.skipIf(!atOnce)(
    'a command is there whole or not at all, and a repeat finds it',
    async () => {
      const barcodes = [await chain.stock(), await chain.stock()];
      const header = { outShopId: chain.home, inShopId: chain.away, transferredOn: chain.today, remark: '' };
      const id = await nextId(chain.app.house.deps.master);
      const rowIds = [await nextId(chain.app.house.deps.master), await nextId(chain.app.house.deps.master)];
      const steps = [
        [{ type: 'Submit', key: '', header, lines: barcodes.map(line) }, 'none', 'pending'],
        [{ type: 'Audit', key: '', auditor: '李四', rowIds }, 'pending', 'posted'],
        [{ type: 'Reverse', key: '', reason: '录错' }, 'posted', 'pending'],
        [{ type: 'Delete', key: '' }, 'pending', 'deleted'],
      ] as const;
      const { store } = chain.app.house.deps;
      for (const [command, before, after] of steps) {
        await expect(send(process(0), id, command)).rejects.toThrow(Dead);
        expect(await stageOf(id)).toBe(before);
        await expect(send(process(0, 'after'), id, command)).rejects.toThrow(Dead);
        expect(await stageOf(id)).toBe(after);
        const written = await store.head();
        // Of those who let pieces go only the document's own events tell that nobody is left to; a new one is not read before.
        const again = await send(process(AGAIN[command.type]), id, command);
        expect('kind' in again ? again.code : again.state.stage).toBe(after);
        expect(await store.head()).toBe(written);
      }
      for (const barcode of barcodes) expect(await chain.free(barcode)).toBe(1);
    },
    60_000,
  );

  test.skipIf(atOnce)(
    'submit, audit and 反审核 cut short are finished by the watcher',
    async () => {
      const barcodes = [await chain.stock(), await chain.stock()];
      const header = { outShopId: chain.home, inShopId: chain.away, transferredOn: chain.today, remark: '' };
      const id = await nextId(chain.app.house.deps.master);
      const submit = { type: 'Submit', key: '', header, lines: barcodes.map(line) } as const;
      await expect(send(process(2), id, submit)).rejects.toThrow(Dead);
      expect(await stageOf(id)).toBe('submitted');
      await vi.waitFor(async () => expect(await stageOf(id)).toBe('pending'), within);
      const rowIds = [await nextId(chain.app.house.deps.master), await nextId(chain.app.house.deps.master)];
      await expect(send(process(2), id, { type: 'Audit', key: '', auditor: '李四', rowIds })).rejects.toThrow(Dead);
      await vi.waitFor(async () => expect(await stageOf(id)).toBe('posted'), within);
      for (const barcode of barcodes) expect(await chain.free(barcode, chain.away)).toBe(1);
      await expect(send(process(4), id, { type: 'Reverse', key: '', reason: '录错' })).rejects.toThrow(Dead);
      await vi.waitFor(async () => expect(await stageOf(id)).toBe('pending'), within);
      for (const barcode of barcodes) expect((await chain.lookup(barcode)).body.msg).toContain(`已被DB${id}占用`);
    },
    60_000,
  );

  test.skipIf(atOnce)(
    'a deletion cut short still frees its pieces, and a refused document what it had taken',
    async () => {
      const [mine, taken] = [await chain.stock(), await chain.stock()];
      const header = { outShopId: chain.home, inShopId: chain.away, transferredOn: chain.today, remark: '' };
      const [first, second] = [await nextId(chain.app.house.deps.master), await nextId(chain.app.house.deps.master)];
      await send(process(100), first, { type: 'Submit', key: '', header, lines: [line(taken)] });
      const both = { type: 'Submit', key: '', header, lines: [line(mine), line(taken)] } as const;
      await expect(send(process(3), second, both)).rejects.toThrow(Dead);
      await vi.waitFor(async () => expect(await chain.free(mine)).toBe(1), within);
      await expect(send(process(1), first, { type: 'Delete', key: '' })).rejects.toThrow(Dead);
      await vi.waitFor(async () => expect(await chain.free(taken)).toBe(1), within);
    },
    60_000,
  );

  test.skipIf(atOnce)(
    'an audit cut short before its return is there: the watcher opens it, once, and no till had the piece',
    async () => {
      const barcode = await chain.stock();
      const line = { barcode, result: '2', note: '镶口松动' };
      const body = { shopId: chain.home, inspectAt: chain.today, inspector: '周敏', bizGoodsList: [line] };
      const id = Number((await chain.app.post('/biz-goods-inspection', body)).body.data);
      const { store: real, ids, lookup, clock } = chain.app.house.deps;
      const store = dying(real, 2);
      const pieces = createPieces({ store, lookup });
      const deps = { store, custodians: { piece: pieceCustodian(pieces) }, clock };
      const returns = openDocuments(supplierReturnDocument, deps);
      registerOpened(store, returns, openedSupplierReturns({ pieces, lookup }));
      const inspections = openDocuments(inspectionDocument, deps);
      const { state } = await inspections.load(id);
      const documents = await openingsDesk({ store, ids }, inspectionDocument).atAudit(state, new Date());
      if (!Array.isArray(documents)) throw new Error('the audit is refused');
      const key = `${id}-audit`;
      const audit = {
        type: 'Audit',
        auditor: '李四',
        rowIds: [],
        version: state.version,
        opens: documents,
      } as const;
      const actor = { user: chain.app.admin, now: new Date(), key, requestId: 'r' };
      const sent = inspections.command(id, { ...audit, key: attemptKey(chain.app.admin.id, key) }, { actor });
      await expect(sent).rejects.toThrow(Dead);
      const [opened] = documents;
      const no = `TH${opened.id}`;
      expect((await chain.app.get(`/biz-goods-return/${opened.id}`)).status).toBe(404);
      expect((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).status).toBe(409);
      expect((await chain.lookup(barcode)).body.msg).toContain(`已被${no}占用`);
      await vi.waitFor(async () => expect((await inspections.load(id)).state.stage).toBe('posted'), within);
      await vi.waitFor(async () => {
        const { data } = (await chain.app.get(`/biz-goods-return?barcode=${barcode}`)).body;
        expect(data).toMatchObject({ count: 1, list: [{ no, num: 1, inspectionNo: `ZJ${id}` }] });
      }, within);
    },
    60_000,
  );

  test('a customer is served by the house while it resumes', async () => {
    const barcode = await chain.stock();
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => chain.app.post('/biz-sell', chain.sale([{ barcode }]))),
    );
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });
});
