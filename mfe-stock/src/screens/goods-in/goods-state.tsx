import type { GOODS_STATES, GoodsInRow } from 'projections/goods-in/contract';
import { StatusLabel, type Tone } from 'root-config/ui';

const TONES: Record<(typeof GOODS_STATES)[number], Tone> = {
  待审核: 'attention',
  在库: 'success',
  待审: 'accent',
  已售: 'done',
  已调出: 'neutral',
  已退: 'neutral',
  报损: 'danger',
};
const LABELS = Object.fromEntries(Object.entries(TONES).map(([text, tone]) => [text, { text, tone }]));

/** Where a piece stands in its shop (R11), and which documents hold it (R2). */
export const GoodsState = ({ row }: { readonly row: Pick<GoodsInRow, 'state' | 'heldBy'> }) => (
  <span title={row.heldBy.length === 0 ? undefined : `已被 ${row.heldBy.join('、')} 占用`}>
    <StatusLabel value={row.state} labels={LABELS} />
    {row.heldBy.length === 0 ? null : (
      <span style={{ marginLeft: 6, color: 'var(--fgColor-muted)' }}>{row.heldBy.join('、')}</span>
    )}
  </span>
);
