/** The board as it is valid: prices, pictures, remark, since when and by whom, and what is planned. */
import { BoardRecord, quotedPrice, type BoardVersion } from 'projections/quoted-prices/contract';
import { messageOf, useCan, useRecord } from 'root-config/api';
import { Button, EmptyState, FailedState, SkeletonBox, Thumb, moment, money } from 'root-config/ui';

const frame = {
  display: 'grid',
  gap: 12,
  padding: 16,
  marginBottom: 12,
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
} as const;
const tiles = { display: 'grid', gap: 8, gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' } as const;
const tile = {
  padding: '8px 12px',
  borderRadius: 6,
  background: 'var(--bgColor-muted)',
  fontVariantNumeric: 'tabular-nums',
  '& b': { display: 'block', fontSize: 20 },
  '& small': { color: 'var(--fgColor-muted)' },
} as const;
const side = { display: 'flex', flexWrap: 'wrap', gap: 16, alignItems: 'center' } as const;

const contentWords = (goldContent: string): string => (goldContent === '' ? '' : ` ${goldContent}‰`);
const Prices = ({ details }: Pick<BoardVersion, 'details'>) => (
  <ul css={{ ...tiles, margin: 0, padding: 0, listStyle: 'none' }} aria-label="金价">
    {details.map(({ id, name, goldContent, price, cost, measureUnit }) => (
      <li key={id} css={tile}>
        {name}
        {contentWords(goldContent)}
        <b>{price === 0 ? '未报价' : money(price)}</b>
        <small>
          {measureUnit}
          {cost === undefined ? '' : `　入库 ${cost === 0 ? '未报价' : money(cost)}`}
        </small>
      </li>
    ))}
  </ul>
);
const Pictures = ({ adPicture, backgroudPicture }: Pick<BoardVersion, 'adPicture' | 'backgroudPicture'>) =>
  [adPicture, backgroudPicture].every((name) => name === '') ? null : (
    <div css={side}>
      {adPicture === '' ? null : (
        <span css={side}>
          广告 <Thumb names={[adPicture]} size={48} />
        </span>
      )}
      {backgroudPicture === '' ? null : (
        <span css={side}>
          背景 <Thumb names={[backgroudPicture]} size={48} />
        </span>
      )}
    </div>
  );

const Planned = ({ next, onEdit }: { readonly next: BoardVersion; readonly onEdit: (() => void) | undefined }) => (
  <p css={{ margin: 0, ...side }} role="status">
    <span>
      {moment(next.validFrom)} 起改为：
      {next.details
        .map(({ name, goldContent, price }) => `${name}${contentWords(goldContent)} ${money(price)}`)
        .join('；')}
      （{next.by}）
    </span>
    {onEdit === undefined ? null : (
      <Button size="small" onClick={onEdit}>
        修改待生效报价
      </Button>
    )}
  </p>
);

type Props = {
  readonly asOf: string | undefined;
  /** Opens the version that waits. */
  readonly onEdit: () => void;
};
export const BoardPanel = ({ asOf, onEdit }: Props) => {
  const { record, pending, error, retry } = useRecord(quotedPrice.path, BoardRecord, { asOf });
  const may = useCan('base:baseQuotedPrice:edit') && asOf === undefined;
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (pending || record === null) return <SkeletonBox height="120px" />;
  const { next } = record;
  return (
    <section css={frame} aria-label="现行金价">
      {record.id === 0 ? (
        <EmptyState title="还没有报价" text="点“修改报价”填写今天的金价，保存后各店收银立即使用。" />
      ) : (
        <>
          <span css={{ color: 'var(--fgColor-muted)' }}>
            {moment(record.validFrom)} 起生效，{record.by} 录入
          </span>
          <Prices details={record.details} />
          {record.remark === '' ? null : <p css={{ margin: 0, whiteSpace: 'pre-line' }}>{record.remark}</p>}
          <Pictures {...record} />
        </>
      )}
      {next === null ? null : <Planned next={next} onEdit={may ? onEdit : undefined} />}
    </section>
  );
};
