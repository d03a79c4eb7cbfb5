/** A check whose differences are settled: its audit stands as long as the documents that settle them (R4, R9). */
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { attemptKey } from './decider.ts';
import { openDocuments } from './documents.ts';
import { goodsStream } from '../goods/contract.ts';
import { pieceCustodian } from '../goods/custodian.ts';
import { createPieces, goodsRecipient } from '../goods/pieces.ts';
import { sampleReceipt } from '../goods/sample.ts';
import { handle } from '../platform/streams/handle.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk } from '../platform/testing/transfer-sample.ts';
import { adjustDocument } from '../stock-adjust/document.ts';
import { CHECK, type CheckHeader } from '../stock-check/contract.ts';
import { CheckStreams, type CheckStep } from '../stock-check/check-streams.ts';
import { checkCustodian } from '../stock-check/custodian.ts';

const [CHECK_ID, ADJUST_ID, BARCODE] = [5, 9, 'A001'];
const header: CheckHeader = { shopId: 1, checkedOn: '2026-11-10', category: '戒指', style: '', remark: '' };
const TOTALS = { lineCount: 1, bookNum: 1, factNum: 0, scanNum: 0, notFound: 0 };
const REVERSE: CheckStep = { type: 'Reverse', reason: '录错' };

const audited = async (atOnce: boolean) => {
  const store = new MemoryStore({ atOnce });
  const checks = new CheckStreams(store);
  const send = (step: CheckStep, key: string) => checks.send(CHECK_ID, step, { actor: actor(key), header });
  await send({ type: 'Open', header, bookPosition: 0, blind: false }, 'open');
  await send({ type: 'Audit', auditor: '李四', totals: TOTALS }, 'audit');
  return { store, checks, send };
};

describe.each([['one append', true] as const, ['stream by stream', false] as const])('%s', (_, atOnce) => {
  const world = async () => {
    const { store, checks, send } = await audited(atOnce);
    const lookup = { shop: async (id: number) => ({ id, name: `${id}店`, enabled: true }) };
    const pieces = createPieces({ store, lookup });
    const receipt = sampleReceipt({ barcode: BARCODE, receiptId: 100, quantity: 1 });
    for (const command of [
      { type: 'ReceiveGoods', receipt } as const,
      { type: 'AuditReceipt', receiptId: 100, auditor: '李四' } as const,
    ]) {
      const options = { actor: actor(command.type), shopId: 1 };
      await handle(goodsRecipient(store), goodsStream(BARCODE), command, options);
    }
    const custodians = { piece: pieceCustodian(pieces), [CHECK]: checkCustodian(store) };
    const documents = openDocuments(adjustDocument, { store, custodians, clock: () => NOW });
    const by = (name: string) => ({ key: attemptKey(clerk.id, name) });
    const command = {
      save: {
        type: 'Submit' as const,
        header: {
          kind: 'loss' as const,
          shopId: 1,
          adjustedOn: '2026-11-10',
          reason: '盘亏',
          checkId: CHECK_ID,
          pictures: [],
          remark: '',
        },
        lines: [
          {
            list: 'goods' as const,
            lineId: '0',
            barcode: BARCODE,
            goodsId: 100,
            name: '戒指',
            category: '戒指',
            quantity: 1,
            netWeightMg: 3215,
            unitCostFen: 1,
            reason: '',
          },
        ],
      },
      audit: { type: 'Audit' as const, auditor: '李四', rowIds: [] },
      reverse: { type: 'Reverse' as const, reason: '录错' },
      remove: { type: 'Delete' as const },
    };
    const adjust = (doing: keyof typeof command) =>
      documents.command(ADJUST_ID, { ...command[doing], ...by(doing) }, { actor: actor(doing) });
    const held = async () => (await pieces.view(BARCODE))?.holds.length;
    return { adjust, reverse: (key: string) => send(REVERSE, key), held, checks };
  };

  test('what was made of an audit that is taken back in that moment is refused', async () => {
    const { adjust, reverse, held } = await world();
    expect(isRefusal(await reverse('reverse'))).toBe(false);
    expect(await adjust('save')).toMatchObject({
      code: 'check.not_audited',
      fields: [{ path: 'checkId', message: '盘点单已反审核，不能生成损溢单' }],
    });
    expect(await held()).toBe(0);
  });

  test('both at once: one of them stands', async () => {
    const { adjust, reverse, checks } = await world();
    const [saved, taken] = await Promise.all([adjust('save'), reverse('reverse')]);
    expect(isRefusal(saved)).toBe(!isRefusal(taken));
    expect((await checks.load(CHECK_ID)).state.stage).toBe(isRefusal(taken) ? 'audited' : 'pending');
  });

  test('the audit stands while the document does, audited or taken back, and goes with its deletion', async () => {
    const { adjust, reverse } = await world();
    const blocked = { code: 'check.adjusted', message: '不能反审核，已生成损溢单SY9', data: { blockers: ['SY9'] } };
    for (const step of ['save', 'audit', 'reverse'] as const) {
      expect(isRefusal(await adjust(step))).toBe(false);
      expect(await reverse(`after ${step}`)).toMatchObject(blocked);
    }
    expect(isRefusal(await adjust('remove'))).toBe(false);
    expect(isRefusal(await reverse('after all'))).toBe(false);
  });
});
