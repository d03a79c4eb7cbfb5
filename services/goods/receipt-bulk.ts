/** Delete, audit and 反审核 of several receipts (R12). */
import { documentNo } from '../contracts/document.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { bulk } from '../platform/base/bulk.ts';
import { handle } from '../platform/streams/handle.ts';
import { goodsStream } from './contract.ts';
import type { GoodsCommand } from './decider.ts';
import { dayOfReceipt, findReceipt, type FoundReceipt, type ReceiptDeps } from './receipt-desk.ts';
import type { Receipt } from './state.ts';

export type Bulk = {
  readonly ids: readonly number[];
  readonly command: (id: number) => GoodsCommand;
  readonly actor: Actor;
  /** Revision the client saw; it means one record, so it counts only where one is named. */
  readonly ifMatch: number | undefined;
};
const tagOf = ({ type }: GoodsCommand, id: number): string => `${type}/${id}`;
/** What is so already is done by no second command, only by a repeat of the first (R40): as with every document. */
const alreadySo = ({ type }: GoodsCommand): Refusal =>
  type === 'AuditReceipt'
    ? refuse('conflict', 'goods.audited_before', '单据已审核，不能重复审核')
    : refuse('conflict', 'goods.not_audited', '单据未审核，不能反审核');

/** Judged by what came into stock; a repeat notes the same fact. */
const noteReceipt = async (deps: ReceiptDeps, receipt: Receipt, actor: Actor): Promise<void> => {
  for (const note of [await deps.lowTags(receipt, actor.now), await deps.figures(receipt)])
    if (note !== null) await deps.exceptions.note(note, actor);
};

/** Position to wait for, or the refusal that names every failing id. */
export const bulkReceipts = (
  deps: ReceiptDeps,
  { ids, command, actor, ifMatch }: Bulk,
): Promise<{ position: number } | Refusal> => {
  const alone = new Set(ids).size === 1;
  const found = new Map<number, FoundReceipt>();
  return bulk(ids, {
    nameOf: (id) => documentNo('receipt', id),
    check: async (id) => {
      const receipt = await findReceipt(deps, id, actor);
      if (isRefusal(receipt)) return receipt;
      found.set(id, receipt);
      const verdict = deps.recipient.decider.decide(command(id), receipt.state);
      if (isRefusal(verdict)) return verdict;
      if (receipt.wrote(tagOf(command(id), id))) return null;
      return verdict.length > 0 ? deps.closedDays.refusal([dayOfReceipt(receipt.receipt)]) : alreadySo(command(id));
    },
    run: async (id) => {
      const { barcode, receipt, wrote } = found.get(id)!;
      const tag = tagOf(command(id), id);
      const done = await deps.closedDays.writing(wrote(tag) ? [] : [dayOfReceipt(receipt)], () =>
        handle(deps.recipient, goodsStream(barcode), command(id), {
          actor,
          shopId: receipt.shopId,
          expected: alone ? ifMatch : undefined,
          tag,
        }),
      );
      if (!isRefusal(done) && command(id).type === 'AuditReceipt') await noteReceipt(deps, receipt, actor);
      return done;
    },
  });
};
