/** What others saw of a recycle order (R142): its money, its lines, who took it in. */
import { documentNo } from '../contracts/document.ts';
import type { Action, Judged, JudgedDocument, Previous, Saver } from '../documents/desk-rules.ts';
import { judgeChange, judgeRemoval, type ChangeVerdict, type Facts, type Witnesses } from '../documents/witnessed.ts';
import type { RecycleLine } from '../old-material/contract.ts';
import { recycleStream, type RecycleHeader } from './contract.ts';
import { recycleManifest } from './manifest.ts';

type Order = { readonly header: RecycleHeader; readonly lines: readonly RecycleLine[] };
const factsOf = ({ header, lines }: Order): Facts => ({
  paidFen: -header.oldFeeFen,
  methods: header.payments,
  sellers: [header.seller.id],
  lines: lines.map(({ fineness, weightMg, lossRatioBp, priceFen }) => [fineness, weightMg, lossRatioBp, priceFen]),
});
const seenOf = (witnesses: Witnesses, id: number) =>
  witnesses({ id, stream: recycleStream(id), paper: recycleManifest.print?.kind ?? '' });

export const judgeEdit = async (
  witnesses: Witnesses,
  { before, after }: { readonly before: Previous<RecycleHeader, RecycleLine> | null; readonly after: Order },
  { user, now }: Saver,
): Promise<ChangeVerdict> =>
  before === null
    ? { asks: [], notes: [] }
    : judgeChange({
        witnessed: await seenOf(witnesses, before.id),
        before: factsOf(before),
        after: factsOf(after),
        by: { userId: user.id, now },
        shopId: before.header.shopId,
        documentNo: documentNo(recycleManifest.kind, before.id),
      });

/** Deleting an order and taking its audit back; auditing it asks nothing. */
export const judgeRecycle =
  (witnesses: Witnesses) =>
  async (action: Action, { id, header }: JudgedDocument<RecycleHeader, RecycleLine>): Promise<Judged> => {
    if (action === 'audit') return {};
    const { asks, notes } = judgeRemoval({
      witnessed: await seenOf(witnesses, id),
      shopId: header.shopId,
      documentNo: documentNo(recycleManifest.kind, id),
      paidFen: -header.oldFeeFen,
      action,
    });
    return { asks, exceptions: notes };
  };
