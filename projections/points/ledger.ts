/** points_ledger: a row for each posting, its reversal and each correction, with the balance after it. */
import type { Recorded } from 'services/event-store/port';
import type { PointsEvent, PostedLine } from 'services/points/contract';
import { exact } from '../platform/projection/exact-sum.ts';
import { ledger, type Row } from '../platform/projection/projection.ts';

const REVERSED = '（反审核）';
const KINDS: Readonly<Record<PostedLine['purpose'], string>> = {
  earn: '销售积分',
  spend: '积分兑换',
  'take-back': '退货扣回',
};
const MOVEMENTS = [
  'PointsPosted',
  'PointsPostingReversed',
  'PointsCorrected',
  'PointsHandedOver',
  'PointsTakenOver',
] as const;
type Movement = Extract<PointsEvent, { type: (typeof MOVEMENTS)[number] }>;
type PointsMove = { readonly kind: string; readonly points: number; readonly rule_id: number | null };

const moved = (kind: string, points: number, ruleId: number | null = null): PointsMove => ({
  kind,
  points,
  rule_id: ruleId,
});
/** One row for the lines of a purpose that follow the same rule. */
const postedRows = (lines: readonly PostedLine[]): readonly PointsMove[] =>
  [...Map.groupBy(lines, ({ purpose, ruleId }) => `${purpose}/${ruleId}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const points = exact(same.reduce((sum, line) => sum + line.points, 0));
    return [moved(KINDS[first.purpose], points, first.ruleId ?? null)];
  });
const movedBy = (event: Movement): readonly PointsMove[] => {
  switch (event.type) {
    case 'PointsPosted':
      return postedRows(event.data.lines);
    case 'PointsPostingReversed': {
      const { earned, spent, takenBack } = event.data;
      return [
        moved(`${KINDS.earn}${REVERSED}`, -earned),
        moved(`${KINDS.spend}${REVERSED}`, spent),
        moved(`${KINDS['take-back']}${REVERSED}`, takenBack),
      ].filter(({ points }) => points !== 0);
    }
    case 'PointsCorrected':
      return [moved('手工调整', event.data.points)];
    case 'PointsHandedOver':
      return [moved(event.data.doing === 'merge' ? '合并转出' : '撤销合并转出', -event.data.points)];
    case 'PointsTakenOver':
      return [moved(event.data.doing === 'merge' ? '合并转入' : '撤销合并转回', event.data.points)];
  }
};

const rowsOf = (event: Recorded): readonly Row[] => {
  const movement = event as unknown as Movement;
  const rows = movedBy(movement);
  let balance = movement.data.balance - rows.reduce((sum, { points }) => sum + points, 0);
  const document = 'document' in movement.data ? movement.data.document : null;
  return rows.map((row) => ({
    ...row,
    customer_id: movement.data.customerId,
    balance: exact((balance += row.points)),
    document_kind: document?.kind ?? '',
    document_id: document?.id ?? null,
    document_no: document?.no ?? '',
    reason: 'reason' in movement.data ? movement.data.reason : '',
    by_name: event.meta.userName,
  }));
};

export const pointsLedger = ledger<Row>({
  name: 'points-ledger',
  version: 2,
  ddl: new URL('./ledger.sql', import.meta.url),
  table: 'points_ledger',
  events: MOVEMENTS,
  rows: rowsOf,
});
