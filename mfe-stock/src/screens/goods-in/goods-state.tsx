import type { GOODS_STATES, GoodsInRow } from 'projections/goods-in/contract';
import { StatusLabel, type Tone } from 'root-config/ui';

const TONES: Record<(typeof GOODS_STATES)[number], Tone> = {
  待审核: 'attention',
  在库: 'success',
  待检: 'attention',
  待审: 'accent',
  已售: 'done',
  已调出: 'neutral',
  已退: 'neutral',
  报损: 'danger',
  已转旧料: 'neutral',
};
type Holding = Pick<GoodsInRow, 'state' | 'heldBy'> & { readonly needsLabel?: boolean };
const LABELS = Object.fromEntries(Object.entries(TONES).map(([text, tone]) => [text, { text, tone }]));

const NEW_LABEL = { 换标签: { text: '换标签', tone: 'danger' } } as const;

/** The number of the document that holds it, and how many others do. */
const holders = ({ heldBy: [first = '', ...others] }: Holding): string =>
  others.length === 0 ? first : `${first} 等${others.length + 1}张`;
/** What is never cut of it. */
export const stateText = (row: Holding): string => `${row.state} ${holders(row)}`.trim();
/** Where a piece stands in its shop (R11), and which documents hold it (R2). */
export const GoodsState = ({ row }: { readonly row: Holding }) => (
  <span title={row.heldBy.length === 0 ? undefined : `已被 ${row.heldBy.join('、')} 占用`}>
    <StatusLabel value={row.state} labels={LABELS} />
    {row.needsLabel === true ? <StatusLabel value="换标签" labels={NEW_LABEL} /> : null}
    {row.heldBy.length === 0 ? null : (
      <span style={{ marginLeft: 6, color: 'var(--fgColor-muted)' }}>{holders(row)}</span>
    )}
  </span>
);
