/** What the audit of a check left unexplained, out of the events of the check and of its pieces (R9). */
import { documentNo } from '../contracts/document.ts';
import { refuse } from '../contracts/refusal.ts';
import type { PieceMoments, PieceView } from '../goods/contract.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { inFlight } from '../platform/base/in-flight.ts';
import { countsOf } from './books.ts';
import { checkStream, unexplained, type AuditedChecks, type CheckHeader, type UnexplainedPieces } from './contract.ts';
import { checkDecider, parseCheckEvent, type CheckState } from './decider.ts';
import { inScope } from './scan.ts';

const quantities = (view: PieceView | null, shopId: number) => {
  const here = view?.holdings.find((holding) => holding.shopId === shopId);
  return { onHand: here?.onHand ?? 0, held: here?.held ?? 0 };
};

type AuditedCheck = { readonly header: CheckHeader; readonly bookPosition: number; readonly auditedAt: number };
const lineOf = async (
  moments: PieceMoments,
  { header, bookPosition, auditedAt }: AuditedCheck,
  barcode: string,
  counted: { readonly factNum: number; readonly foundAgain: boolean },
): Promise<UnexplainedPieces> => {
  const [before = null, after = null] = await moments(barcode, [bookPosition, auditedAt]);
  const [then, now] = [quantities(before, header.shopId), quantities(after, header.shopId)];
  const bookNum = before !== null && inScope(header, before) ? then.onHand : 0;
  const moved = now.onHand - then.onHand;
  const line = unexplained({ bookNum, factNum: counted.factNum, moved, held: now.held });
  return counted.foundAgain ? { ...line, surplus: Math.max(1, line.surplus) } : line;
};

/** What audited checks found and missed, with the pieces as they were at its moments. */
export const auditedChecks =
  (store: EventStore, moments: PieceMoments): AuditedChecks =>
  async (id, barcodes) => {
    const events = await store.read(checkStream(id));
    const state = events.reduce<CheckState>(
      (before, event) => checkDecider.evolve(before, parseCheckEvent(event)),
      checkDecider.initial,
    );
    const { header, bookPosition, stage, notFound } = state;
    if (header === null || stage === 'deleted') return refuse('not-found', 'check.unknown', '盘点单不存在');
    if (stage !== 'audited') {
      return refuse('conflict', 'check.not_audited', `盘点单${documentNo('check', id)}未审核，不能生成损溢单`);
    }
    const auditedAt = events.findLast(({ type }) => type === 'StockCheckAudited')?.position ?? 0;
    const counts = countsOf(events);
    const again = new Set(notFound.filter(({ reason }) => reason === '已报损').map(({ barcode }) => barcode));
    const lines = await inFlight(barcodes, async (barcode) => {
      const counted = { factNum: counts.get(barcode)?.factNum ?? 0, foundAgain: again.has(barcode) };
      const line = await lineOf(moments, { header, bookPosition, auditedAt }, barcode, counted);
      return [barcode, line] as const;
    });
    return { shopId: header.shopId, of: new Map(lines) };
  };
