/** What an audited check leaves to be written off or up: made into documents here, and the documents made (R9). */
import { CheckDifferences, checkList, type CheckRow, type ProposedLine } from 'projections/stock-checks/contract';
import { can, messageOf, useRecord } from 'root-config/api';
import { Button, FailedState, Label, StatusLabel, count } from 'root-config/ui';
import { useState } from 'react';
import { AdjustDialog, type Proposal } from '../adjust/adjust-dialog.tsx';
import { KIND_NAMES, type Kind } from '../adjust/adjust-rules.ts';

const num = (lines: readonly ProposedLine[]): number => lines.reduce((sum, line) => sum + line.num, 0);
const proposalOf = ({ id, no, shopId }: CheckRow, lines: readonly ProposedLine[]): Proposal => ({
  shopId,
  checkId: id,
  checkNo: no,
  // A shop's stock of a proposed loss is at least what is lost; the server judges it again.
  lines: lines.map(({ settledBy: _settled, ...line }) => ({ ...line, stock: line.num, reason: '', shopId })),
});

type OpenProposal =
  | { readonly kind: Kind; readonly lines: readonly ProposedLine[]; readonly made: null }
  | { readonly kind: Kind; readonly made: CheckDifferences['adjusts'][number] };

export const Differences = ({ check }: { readonly check: CheckRow }) => {
  const { record, error, retry } = useRecord(`${checkList.path}/${check.id}/differences`, CheckDifferences);
  const [open, setOpen] = useState<OpenProposal | null>(null);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return null;
  const proposals = (
    [
      ['1', record.losses],
      ['2', record.finds],
    ] as const
  ).map(([kind, lines]) => ({ kind, all: num(lines), left: lines.filter(({ settledBy }) => settledBy === '') }));
  const close = (): void => setOpen(null);
  return (
    <section className="check-differences" aria-label="盘点差异">
      {proposals.map(({ kind, all, left }) => (
        <p key={kind}>
          <span>
            {kind === '1' ? '缺失' : '盘盈'} <strong>{count(all)}</strong> 件
          </span>
          {left.length > 0 && can('biz:bizStockAdjust:add') ? (
            <Button size="small" onClick={() => setOpen({ kind, lines: left, made: null })}>
              {`生成${KIND_NAMES[kind]}单（${count(num(left))} 件）`}
            </Button>
          ) : null}
        </p>
      ))}
      {record.adjusts.length === 0 ? null : (
        <ul aria-label="损溢单">
          {record.adjusts.map((made) => (
            <li key={made.id}>
              <Button
                variant="link"
                disabled={!can('biz:bizStockAdjust:list')}
                onClick={() => setOpen({ kind: made.kind === '1' ? '1' : '2', made })}
              >
                {made.no}
              </Button>
              <Label variant={made.kind === '1' ? 'severe' : 'accent'}>{made.kindName}</Label>
              <span>{count(made.num)} 件</span>
              <StatusLabel value={made.auditFlag} />
            </li>
          ))}
        </ul>
      )}
      {open === null ? null : (
        <AdjustDialog
          kind={open.kind}
          row={open.made}
          mode={open.made === null ? 'add' : 'view'}
          {...(open.made === null && { proposal: proposalOf(check, open.lines) })}
          onSaved={retry}
          onClose={close}
        />
      )}
    </section>
  );
};
