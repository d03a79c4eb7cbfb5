/** 长期授权 (R132): words that stand in the shops, who gave them, until when; whoever may give them ends one early. */
import { standingList } from 'projections/master-data/contract';
import { can, messageOf, useRows } from 'root-config/api';
import {
  Button,
  Dialog,
  EmptyState,
  FailedState,
  Label,
  Paging,
  SkeletonBox,
  askReason,
  moment,
  runCommand,
  type ScreenHandle,
} from 'root-config/ui';
import { useState } from 'react';
import { MAY_APPROVE } from 'services/contracts/word';
import { STANDING_PATH, STANDING_WORDS, type LongApprovalRow } from 'services/standing-word/contract';
import { StandingForm } from './long-approval-form.tsx';

const SIZE = 20;
const stands = ({ status }: LongApprovalRow): boolean => status === '1';
const wordOf = ({ status }: LongApprovalRow): string =>
  status in STANDING_WORDS ? STANDING_WORDS[status as keyof typeof STANDING_WORDS] : status;
const goodsOf = ({ barcodes, type, style }: LongApprovalRow): string => barcodes || `${type}　${style}`;

const end = async (row: LongApprovalRow): Promise<void> => {
  const title = '结束长期授权';
  const reason = await askReason({
    title,
    text: `结束后，${row.shopName} ${goodsOf(row)} 低于最低价时又要逐单授权。`,
    label: '结束原因',
    required: '请填写结束原因',
  });
  if (reason === undefined) return;
  const path = `${STANDING_PATH}/end/${row.id}`;
  await runCommand({ method: 'PUT', path, body: { reason }, views: [STANDING_PATH] });
};

const lineStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  padding: '8px 0',
  borderBottom: '1px solid var(--borderColor-muted)',
} as const;
const StandingLine = ({ row }: { readonly row: LongApprovalRow }) => (
  <li css={lineStyle}>
    <div css={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
      <Label variant={stands(row) ? 'success' : 'secondary'}>{wordOf(row)}</Label>{' '}
      <strong>
        {row.shopName}　{goodsOf(row)}
      </strong>
      <div>
        不低于全价的 {row.percent}%，有效至 {row.until}
      </div>
      <div className="ui-hint">
        {row.giver} {moment(row.createdAt)}：{row.reason}
      </div>
      {row.endedBy === '' ? null : (
        <div className="ui-hint">
          {row.endedBy} {moment(row.endedAt)} 结束：{row.endReason}
        </div>
      )}
    </div>
    {stands(row) && can(MAY_APPROVE) ? (
      <Button
        variant="danger"
        aria-label={`结束 ${row.shopName} ${goodsOf(row)} 的长期授权`}
        onClick={() => void end(row)}
      >
        结束
      </Button>
    ) : null}
  </li>
);

export const StandingDialog = ({ screen }: { readonly screen: ScreenHandle }) => {
  const [page, setPage] = useState(1);
  const rows = useRows(standingList, { pageIndex: page, pageSize: SIZE });
  const back = () => screen.show(<StandingDialog screen={screen} />);
  return (
    <Dialog title="长期授权" width="xlarge" onClose={screen.close}>
      <div css={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }}>
        <span className="ui-hint" css={{ flex: '1 1 240px' }}>
          清仓、内购时一次授权，期内按单不再问；每笔销售仍记在授权人名下，并列入异常。
        </span>
        {can(MAY_APPROVE) ? (
          <Button variant="primary" onClick={() => screen.show(<StandingForm onSaved={back} onClose={back} />)}>
            新增
          </Button>
        ) : null}
      </div>
      {rows.pending ? <SkeletonBox height={160} /> : null}
      {rows.error === null ? null : <FailedState message={messageOf(rows.error)} onRetry={rows.retry} />}
      {!rows.pending && rows.error === null && rows.rows.length === 0 ? <EmptyState title="还没有长期授权" /> : null}
      <ul css={{ listStyle: 'none', margin: '8px 0', padding: 0 }} aria-label="长期授权">
        {rows.rows.map((row) => (
          <StandingLine key={row.id} row={row} />
        ))}
      </ul>
      {rows.count > SIZE ? (
        <Paging count={rows.count} more={rows.more} page={page} size={SIZE} onPage={setPage} onSize={() => undefined} />
      ) : null}
    </Dialog>
  );
};
