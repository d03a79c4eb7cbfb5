/** What was scanned last, to be read at arm's length: the piece as it looks, and what the scan meant. */
import { money, pictureNames, pictureUrl, weight } from 'root-config/ui';
import type { Line } from './check-lines.ts';

export type ScanResult = { readonly barcode: string } & (
  | { readonly kind: 'hit' | 'double' }
  | { readonly kind: 'unknown'; readonly reason: string }
);

const Picture = ({ line }: { readonly line: Line }) => {
  const [first] = pictureNames(line.pictures);
  return first === undefined ? (
    <span className="check-last-none">没有照片</span>
  ) : (
    <img src={pictureUrl(first)} alt={line.name} />
  );
};
const resultOf = ({ kind }: ScanResult, line: Line | undefined): string => {
  if (kind === 'unknown') return '未找到';
  return kind === 'hit' ? '已盘' : `重复，扫了 ${line?.scanNum ?? 2} 次`;
};

/** `line`: what the check knows of the code by now. */
export const LastScan = ({
  last,
  line: known,
}: {
  readonly last: ScanResult | null;
  readonly line: Line | undefined;
}) => {
  if (last === null) {
    return (
      <section className="check-last check-last-empty" aria-label="刚才扫的">
        扫一件，这里显示它的照片和结果
      </section>
    );
  }
  const line = last.kind === 'unknown' ? undefined : known;
  return (
    <section className={`check-last check-last-${last.kind}`} aria-label="刚才扫的">
      {line === undefined ? null : <Picture line={line} />}
      <div className="check-last-piece">
        <strong>{line === undefined ? last.barcode : line.name}</strong>
        {last.kind === 'unknown' ? <span>{last.reason}</span> : null}
        {line === undefined ? null : (
          <>
            <span>{line.barcode}</span>
            <span>
              {weight(line.goldWeight)} · {money(line.sellPrice)}
              {(line.bookNum ?? 1) > 1 ? ` · 已盘 ${line.factNum}/${line.bookNum ?? 0} 件` : ''}
            </span>
          </>
        )}
      </div>
      <strong className="check-last-result">{resultOf(last, line)}</strong>
    </section>
  );
};
