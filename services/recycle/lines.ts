/** Lines of a recycle order: recomputed, with the ids that they keep (R68). Pure. */
import type { FieldProblem } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { lastLineId, type StandingLines } from '../documents/lines.ts';
import {
  RECYCLE_LIST,
  computeRecycleLine,
  type BuyingPrice,
  type RecycleLine,
  type RecycleLineBody,
  type WorkFeeRule,
} from '../old-material/contract.ts';
import { lineWireId } from './contract.ts';

type PreviousLines = ({ readonly id: number } & StandingLines<RecycleLine>) | null;
/** The line that stood before; undefined for a new one, null for the id of another order's line, or one named twice. */
const standingOf = (
  wireId: number | null,
  before: PreviousLines,
  seen: Set<string>,
): RecycleLine | null | undefined => {
  if (wireId === null) return undefined;
  const line = before?.lines.find(({ lineId }) => lineWireId(before.id, lineId) === wireId);
  if (line === undefined || seen.has(line.lineId)) return null;
  seen.add(line.lineId);
  return line;
};

const PATH = 'recycleList';
/** The lines with every number recomputed, or all that is wrong with them. */
export const recycleLinesOf = (
  sent: readonly RecycleLineBody[],
  before: PreviousLines,
  { rule, fenOf }: { readonly rule: WorkFeeRule; readonly fenOf: BuyingPrice },
): readonly RecycleLine[] | Refusal => {
  const seen = new Set<string>();
  const fields: FieldProblem[] = [];
  let next = lastLineId(before, RECYCLE_LIST) + 1;
  const lines = sent.map((one, index): RecycleLine => {
    const path = `${PATH}.${index}`;
    const standing = standingOf(one.id, before, seen);
    if (standing === null) fields.push({ path: `${path}.type`, message: '明细不是这张回收单的，请刷新后重试' });
    const { line, problems } = computeRecycleLine(one, { path, rule, fenOf, standing: standing ?? undefined });
    fields.push(...problems);
    return { list: RECYCLE_LIST, lineId: standing?.lineId ?? String(next++), ...line };
  });
  return fields[0] === undefined ? lines : refuse('invalid', 'recycle.lines', fields[0].message, { fields });
};

/** A stored line as a body would send it: what an edit of another line leaves as it is. */
export const sentLine = (recycleId: number, line: RecycleLine): RecycleLineBody => ({
  id: lineWireId(recycleId, line.lineId),
  type: line.category,
  style: line.style,
  fineness: line.fineness,
  name: line.name,
  weight: line.weightMg,
  lossRatio: line.lossRatioBp,
  netWeight: null,
  cost: line.unitPriceFen,
  workFee: line.workFeeFen,
  price: null,
  stone: line.mainStone,
  stoneCt: line.mainStoneCaratMilli,
  stoneP: line.mainStoneCount,
  second: line.sideStone,
  secondCt: line.sideStoneCaratMilli,
  secondP: line.sideStoneCount,
  pictures: line.pictures,
  remark: line.remark,
});
