/** 最近交易: the latest orders one may see, as the dashboards ask for them (R129). */
import { messageOf, useRecord } from 'root-config/api';
import { FailedState, SkeletonBox, StatusLabel, moment, money } from 'root-config/ui';
import { Transactions } from 'projections/sales/contract';

const STATES = {
  success: { text: '已审核', tone: 'success' },
  pending: { text: '待审核', tone: 'attention' },
} as const;
/** The day and the time are never broken. */
const Moment = ({ at }: { readonly at: string }) =>
  moment(at)
    .split(' ')
    .map((part) => <span key={part}>{part} </span>);
const LATEST = { pageIndex: 1, pageSize: 8 };
export const useTransactions = (wanted: boolean) =>
  useRecord(wanted ? '/transaction/list' : null, Transactions, LATEST);

export const TransactionTable = () => {
  const { record, error, retry } = useTransactions(true);
  return (
    <section className="demo-panel demo-wide" aria-label="最近交易">
      <h3>最近交易</h3>
      {error !== null && <FailedState message={messageOf(error)} onRetry={retry} />}
      {error === null && record === null && <SkeletonBox height={160} />}
      {record?.items.length === 0 && <p>还没有交易。</p>}
      {record !== null && record.items.length > 0 && (
        <div className="demo-table" role="region" aria-label="交易表" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">单据号</th>
                <th scope="col">时间</th>
                <th scope="col">销售员</th>
                <th scope="col" className="demo-number">
                  实付金额
                </th>
                <th scope="col">状态</th>
              </tr>
            </thead>
            <tbody>
              {record.items.map(({ order_no, timestamp, username, price, status }) => (
                <tr key={order_no}>
                  <th scope="row">{order_no}</th>
                  <td className="demo-moment">
                    <Moment at={timestamp} />
                  </td>
                  <td>{username}</td>
                  <td className="demo-number">{money(price)}</td>
                  <td>
                    <StatusLabel value={status} labels={STATES} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
};
