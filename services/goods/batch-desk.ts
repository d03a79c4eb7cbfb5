/**
 * Batch stock entry (S0§2): an import whose rows were typed. Checked whole, accepted in one document, received piece
 * by piece, and shown when all are there; a crash or a barcode taken meanwhile ends as an import's would.
 */
import { atDayField, type ClosedDays } from '../contracts/closed-day.ts';
import { documentNo } from '../contracts/document.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { seesCost } from '../contracts/user.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { BatchBody, BatchGoods } from './batch-body.ts';
import { batchRows, refuseBatchHead, refuseBatchRows, refuseNameless } from './batch-rules.ts';
import type { GoodsAttributes } from './fields.ts';
import { openJob } from './import/import-jobs.ts';
import { draftRows, IMPORT_COLUMNS, type Draft, type ImportHead } from './import/import-rows.ts';
import type { ImportDeps, ImportOutcome } from './import/import-run.ts';
import { alreadyThere } from './import/import-check.ts';
import { acceptAlive, runAlive } from './import/imports.ts';
import { RECEIPT_DAY } from './receipt-desk.ts';
import { choiceChecker } from './receipt-rules.ts';
import type { Receipt } from './state.ts';
import { attributesToWire, type GoodsWireFields } from './wire-row.ts';

export type BatchDeps = ImportDeps & { readonly lookup: MasterLookup; readonly closedDays: ClosedDays };
export type Batch = { readonly body: BatchBody; readonly actor: Actor; readonly newId: () => Promise<number> };
export type BatchAnswer = { readonly goods: readonly BatchGoods[]; readonly position: number };

/** Problems keep wire names here: the refusal gives both the body's path and the heading. */
const WIRE_NAMES = new Map([...IMPORT_COLUMNS.keys()].map((wire) => [wire, wire]));

const goodsOf = (receipt: Receipt, shopName: string, withCost: boolean): BatchGoods => ({
  ...(attributesToWire(receipt.attributes as GoodsAttributes, withCost) as GoodsWireFields),
  id: receipt.receiptId,
  no: documentNo('receipt', receipt.receiptId),
  barcode: receipt.barcode,
  shopId: receipt.shopId,
  shopName,
  inStorageAt: receipt.receivedOn,
  batchNo: receipt.batchNo,
  num: receipt.quantity,
  printTemplate: receipt.printTemplate,
  status: receipt.status,
  auditFlag: 1,
});

const answerOf = async (deps: BatchDeps, outcome: ImportOutcome, { body, actor }: Batch) => {
  if (outcome.state === 'absent') return null;
  if (outcome.state === 'withdrawn') {
    return refuseBatchRows(
      outcome.problems.map(({ row, barcode, message }) => ({
        row,
        field: 'barcode',
        wire: 'barcode',
        value: barcode,
        message,
      })),
      'conflict',
    );
  }
  const shop = await deps.lookup.shop(body.shopId);
  const { receipts, position } = outcome;
  return { goods: receipts.map((one) => goodsOf(one, shop?.name ?? '', seesCost(actor.user))), position };
};

const checkedRows = async (
  deps: BatchDeps,
  body: BatchBody,
  head: ImportHead,
  importId: number,
): Promise<readonly Draft[] | Refusal> => {
  const choices = await choiceChecker(deps.lookup);
  const { drafts, problems } = await draftRows(batchRows(body), {
    head,
    importId,
    headings: WIRE_NAMES,
    choices,
    units: new Map(),
    computed: 'by-formula',
  });
  const refused = refuseBatchRows([...problems, ...(await alreadyThere(deps, drafts, 'barcode'))]);
  return refused ?? drafts;
};

/** Every row as a receipt awaiting audit, or none; a repeated command answers the same goods. */
export const receiveBatch = async (deps: BatchDeps, batch: Batch): Promise<BatchAnswer | Refusal> => {
  const { body, actor, newId } = batch;
  const refused = (await refuseBatchHead(deps.lookup, body, actor)) ?? refuseNameless(body.list);
  if (refused !== null) return refused;
  const id = await newId();
  const resumed = await answerOf(deps, await runAlive(deps, id), batch);
  if (resumed !== null) return resumed;
  const { shopId, supplierId, type: category, batchNo, inStorageAt: receivedOn } = body;
  const head: ImportHead = { shopId, supplierId, category, batchNo, receivedOn };
  const closed = await deps.closedDays.refusal([{ shopId, day: receivedOn }]);
  if (closed !== null) return atDayField(closed, RECEIPT_DAY);
  const drafts = await checkedRows(deps, body, head, id);
  if (isRefusal(drafts)) return drafts;
  await openJob(deps.db, { id, fileId: null, shopId, userId: actor.user.id, total: drafts.length });
  const ran = await acceptAlive(deps, { id, head, fileName: '', drafts, actor });
  if (isRefusal(ran)) return atDayField(ran, RECEIPT_DAY);
  const answer = await answerOf(deps, ran, batch);
  if (answer === null) throw new Error(`batch ${id} was accepted and is not there`);
  return answer;
};
