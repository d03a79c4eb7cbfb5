/** Creating and correcting one receipt: what POST and PUT of /biz-goods-in call. */
import type { DatabasePool } from 'slonik';
import { atDayField, type ClosedDays, type ShopDay } from '../contracts/closed-day.ts';
import { dayOf } from '../contracts/dates.ts';
import type { ExceptionDesk } from '../contracts/exception.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { Save } from '../contracts/save.ts';
import type { Actor } from '../contracts/route.ts';
import { seesCost, seesShop } from '../contracts/user.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { loadState } from '../platform/streams/handle.ts';
import { limitScope } from '../platform/auth/shop-limit.ts';
import { untilNotOvertaken } from '../documents/attempts.ts';
import { movedDayRefusal, otherDayRefusal } from '../documents/rights.ts';
import { goodsStream } from './contract.ts';
import type { LowTags } from './low-tag.ts';
import type { ReceiptFigures } from './receipt-figures.ts';
import { goodsManifest } from './manifest.ts';
import type { GoodsRecipient } from './pieces.ts';
import { attributesOfReceipt, withCostKept, type ReceiptBody } from './receipt-body.ts';
import { bindingOf, findRow, liftBarcodes, type ToBind } from './receipt-ids.ts';
import { noShopRight, refuseReceipt, type ReceiptCheck } from './receipt-rules.ts';
import type { GoodsState, Receipt } from './state.ts';

export type ReceiptDeps = {
  readonly db: DatabasePool;
  readonly recipient: GoodsRecipient;
  readonly lookup: MasterLookup;
  readonly closedDays: ClosedDays;
  readonly exceptions: ExceptionDesk;
  readonly lowTags: LowTags;
  readonly figures: ReceiptFigures;
  /** Binds one receipt; those of one moment go together. */
  readonly bind: (receipt: ToBind) => Promise<string>;
  /** A barcode out of a durable block, bound by nothing yet. */
  readonly freshBarcode: (year: number) => Promise<string>;
};
export type SavedReceipt = {
  readonly id: number;
  readonly barcode: string;
  readonly position: number;
  readonly revision: number;
};

/** Automatic numbers meet taken ones only where a counter was lost; lifting it ends that at once. */
const BARCODE_TRIES = 5;

/** What the body leaves open: the record before it, or a fresh one. */
const unsaid = (previous: Receipt | null) =>
  previous ?? { supplierId: null, batchNo: '', quantity: 1, status: '2', importId: null, attributes: null };
/** What the wire calls the day of a receipt. */
export const RECEIPT_DAY = 'inStorageAt';
/** Where and when a receipt is business of a day (R141). */
export const dayOfReceipt = ({ shopId, receivedOn: day }: Receipt): ShopDay => ({ shopId, day });
const receiptOf = (body: ReceiptBody, id: number, barcode: string, previous: Receipt | null): Receipt => {
  const before = unsaid(previous);
  return {
    barcode,
    receiptId: id,
    shopId: body.shopId,
    supplierId: body.supplierId === undefined ? before.supplierId : body.supplierId,
    receivedOn: body.inStorageAt,
    batchNo: body.batchNo ?? before.batchNo,
    quantity: body.num ?? before.quantity,
    printTemplate: body.printTemplate,
    status: body.status ?? before.status,
    importId: before.importId,
    attributes: attributesOfReceipt(body, before.attributes),
  };
};

export type Creation = {
  readonly body: ReceiptBody;
  readonly actor: Actor;
  readonly save: Save;
};

/** @returns the new row's id; an empty barcode is given out here, the same one again for a repeat. */
export const createReceipt = async (deps: ReceiptDeps, creation: Creation): Promise<SavedReceipt | Refusal> => {
  const { body, actor, save } = creation;
  const draft = receiptOf(body, 0, body.barcode ?? '', null);
  const refused = await refuseReceipt(deps.lookup, { receipt: draft, previous: null, ...actor });
  if (refused !== null) return refused;
  const receive = () => received(deps, draft, creation);
  return atDayField(await deps.closedDays.writing([dayOfReceipt(draft)], receive, save), RECEIPT_DAY);
};
const received = async (
  deps: ReceiptDeps,
  draft: Receipt,
  { body, actor, save }: Creation,
): Promise<SavedReceipt | Refusal> => {
  const id = await save.id();
  const year = Number(dayOf(actor.now).slice(0, 4));
  const binding = bindingOf(deps, { id, barcode: body.barcode, year }, save);
  let barcode = await binding.bind();
  for (let tries = 1; ; tries += 1) {
    const outcome = await save.send(
      deps.recipient,
      goodsStream(barcode),
      { type: 'ReceiveGoods', receipt: { ...draft, receiptId: id, barcode } },
      { actor, shopId: draft.shopId, isNew: body.barcode === null },
    );
    if (!isRefusal(outcome)) {
      binding.stands(barcode);
      return { id, barcode, position: outcome.position, revision: outcome.revision };
    }
    if (outcome.code !== 'goods.barcode_taken' || body.barcode !== null || tries >= BARCODE_TRIES) {
      await binding.drop();
      return outcome;
    }
    await liftBarcodes(deps.db, year);
    barcode = await binding.another();
  }
};

const noReceipt = (): Refusal => refuse('not-found', 'goods.receipt_unknown', '入库记录不存在');
const notAlone = (by: string): Refusal => refuse('conflict', 'goods.transfer_row', `${by}记录不能单独操作`);

export type FoundReceipt = {
  readonly barcode: string;
  readonly state: GoodsState;
  readonly receipt: Receipt;
  /** Of the piece's stream. */
  readonly revision: number;
  /** Whether this very command (user, key, tag) got its way here before. */
  readonly wrote: (tag: string) => boolean;
};
/** The receipt behind a row id, if the user may touch it: rows of transfers stand for themselves (R7, R13). */
export const findReceipt = async (deps: ReceiptDeps, id: number, actor: Actor): Promise<FoundReceipt | Refusal> => {
  const row = await findRow(deps.db, id);
  if (row.kind === 'made') return notAlone(row.by);
  if (row.kind === 'unknown') return noReceipt();
  const { state, revision, wrote } = await loadState(deps.recipient, goodsStream(row.barcode));
  const { receipt, stage } = state;
  if (receipt === null || receipt.receiptId !== id || stage === 'none' || stage === 'withdrawn') return noReceipt();
  if (!seesShop(actor.user, receipt.shopId)) return noShopRight();
  const limited = await limitScope(
    deps.recipient.store,
    actor.user,
    goodsStream(row.barcode),
    // A barcode that was withdrawn may be received again, by somebody else.
    ({ type, data }) => type === 'GoodsReceived' && data['receiptId'] === id,
  );
  if (limited !== null) return limited;
  return { barcode: row.barcode, state, receipt, revision, wrote: (tag) => wrote(actor, tag) };
};

export type Correction = {
  readonly id: number;
  readonly body: ReceiptBody;
  readonly actor: Actor;
  readonly expected: number | undefined;
  readonly save: Save;
};
/** Of what still may be changed; a repeat stays one when the day ends between. */
const whyOtherDay = ({ state, receipt, wrote }: FoundReceipt, actor: Actor): Refusal | null =>
  state.stage === 'audited' || wrote('CorrectReceipt')
    ? null
    : otherDayRefusal(receipt.receivedOn, { label: goodsManifest.label, days: 'by-right' }, actor);
/** The whole record again; what was not sent, or is not theirs to see, stays as the last who saved it left it. */
export const correctReceipt = (deps: ReceiptDeps, correction: Correction): Promise<SavedReceipt | Refusal> =>
  untilNotOvertaken({ ifMatch: correction.expected }, () => correctedOnce(deps, correction));
const refuseCorrection = (
  { lookup }: ReceiptDeps,
  check: ReceiptCheck & { readonly previous: Receipt },
): Promise<Refusal | null> | Refusal => {
  const days = { path: RECEIPT_DAY, day: check.receipt.receivedOn, previous: check.previous.receivedOn };
  return movedDayRefusal(days, check) ?? refuseReceipt(lookup, check);
};
const correctedOnce = async (deps: ReceiptDeps, correction: Correction): Promise<SavedReceipt | Refusal> => {
  const { id, actor, save } = correction;
  const found = await findReceipt(deps, id, actor);
  if (isRefusal(found)) return found;
  const { barcode, receipt: previous } = found;
  const otherDay = whyOtherDay(found, actor);
  if (otherDay !== null) return otherDay;
  const body = seesCost(actor.user) ? correction.body : withCostKept(correction.body, previous.attributes);
  const receipt = receiptOf(body, id, body.barcode ?? barcode, previous);
  const refused =
    found.state.stage === 'audited' ? null : await refuseCorrection(deps, { receipt, previous, ...actor });
  if (refused !== null) return refused;
  const days = found.wrote('CorrectReceipt') ? [] : [dayOfReceipt(previous), dayOfReceipt(receipt)];
  const correct = () =>
    save.send(
      deps.recipient,
      goodsStream(barcode),
      { type: 'CorrectReceipt', receipt },
      { actor, shopId: receipt.shopId, expected: correction.expected ?? found.revision },
    );
  const outcome = atDayField(await deps.closedDays.writing(days, correct, save), RECEIPT_DAY);
  return isRefusal(outcome) ? outcome : { id, barcode, position: outcome.position, revision: outcome.revision };
};
