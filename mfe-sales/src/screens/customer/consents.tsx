/** 授权同意 of a customer (R67): what stands, what was withdrawn and why; nothing is written over. */
import { consentList, customerList } from 'projections/master-data/contract';
import { can, refreshList, useRows } from 'root-config/api';
import { Button, ExportButton, StatusLabel, moment } from 'root-config/ui';
import { useState } from 'react';
import { STANDS, channelLabel, purposeLabel, type ConsentRow, type CustomerRow } from 'services/master-data/contract';
import { CONSENT_TONES, ConsentDialog, WithdrawDialog } from './consent-dialogs.tsx';
import { Listed, SIZE, quiet, type CustomerSectionProps } from './section-table.tsx';

const KEYS = 'base:baseCustomerConsent';
/** Why nothing can be noted of them; null: it can. */
const whyNot = ({ walkIn, mergedInto, mobile, status }: CustomerRow): string | null => {
  if (walkIn) return '散客是未留姓名的顾客，没有授权同意。';
  if (mergedInto !== null) return '已合并到其他客户，请在保留的客户上登记。';
  if (mobile === '') return '客户已注销，以前的同意都已失效，只保留记录。';
  return status === '2' ? null : '客户已停用，不能登记新的同意。';
};
const EMPTY = '客户签字、扫码或在电话里同意后，在这里登记；没有登记的用途，请不要发送或联系。';

const Line = ({ row, customerId, onWithdraw }: { row: ConsentRow; customerId: number; onWithdraw: () => void }) => (
  <tr>
    <td>
      {purposeLabel(row.purpose)} <StatusLabel value={row.state} labels={CONSENT_TONES} />
      <br />
      <span css={quiet}>
        {moment(row.givenAt)} · {channelLabel(row.channel)} · {row.givenBy}登记
        {row.proof === '' ? '' : ` · 凭据：${row.proof}`}
        {row.customerId === customerId ? '' : ` · 登记在已合并的${row.customerName}`}
      </span>
      {row.state === STANDS ? null : (
        <>
          <br />
          <span css={quiet}>
            {moment(row.withdrawnAt)} 撤回{row.withdrawnBy === '' ? '' : ` · ${row.withdrawnBy}登记`} · {row.reason}
          </span>
        </>
      )}
    </td>
    <td className="ui-number">
      {row.state === STANDS && can(`${KEYS}:withdraw`) ? (
        <Button
          size="small"
          onClick={onWithdraw}
          aria-label={`撤回 ${purposeLabel(row.purpose)} ${channelLabel(row.channel)}`}
        >
          撤回
        </Button>
      ) : null}
    </td>
  </tr>
);

export const Consents = ({ customerId, customer }: CustomerSectionProps) => {
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const [withdrawing, setWithdrawing] = useState<ConsentRow | null>(null);
  const rows = useRows(consentList, { customerId, pageIndex: page, pageSize: SIZE });
  const refused = whyNot(customer);
  const saved = (): void => {
    setAdding(false);
    setWithdrawing(null);
    setPage(1);
    void refreshList(consentList.path);
    void refreshList(customerList.path);
  };
  return (
    <>
      <div css={{ display: 'flex', gap: 8, flexWrap: 'wrap', alignItems: 'center', marginBottom: 8 }}>
        {refused === null && can(`${KEYS}:add`) ? (
          <Button variant="primary" onClick={() => setAdding(true)}>
            登记同意
          </Button>
        ) : null}
        {rows.count > 0 && can(`${KEYS}:export`) ? (
          <ExportButton name="授权同意" path={consentList.path} query={{ customerId }} />
        ) : null}
        {refused === null ? null : <span className="ui-hint">{refused}</span>}
      </div>
      <Listed
        rows={rows}
        label="授权同意"
        empty="还没有授权同意"
        emptyText={refused === null ? EMPTY : undefined}
        heads={['用途', { figure: '操作' }]}
        page={page}
        onPage={setPage}
        line={(row) => <Line key={row.id} row={row} customerId={customerId} onWithdraw={() => setWithdrawing(row)} />}
      />
      {adding ? <ConsentDialog customer={customer} onSaved={saved} onClose={() => setAdding(false)} /> : null}
      {withdrawing === null ? null : (
        <WithdrawDialog row={withdrawing} onSaved={saved} onClose={() => setWithdrawing(null)} />
      )}
    </>
  );
};
