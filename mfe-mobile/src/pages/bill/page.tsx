/** /wx/bill (S1§2.16): the shopper's bills, the newest first; each opens its slip. */
import type { ShopperBillRow, ShopperBills } from 'projections/shopper-bills/contract';
import { usePages } from '../../client/use-pages.ts';
import { rememberRecord } from '../../offline/slips.ts';
import { useKeptAnswer } from '../../offline/use-offline-answer.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { dayText, yuan } from '../../parts/formats.ts';
import { KeptNote } from '../../parts/offline-note.tsx';
import { Link } from '../../parts/link.tsx';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { WithRecord } from '../../parts/with-record.tsx';
import { byYear } from './years.ts';
import './page.css';

const PATH = '/wx/bill';
const None = () => (
  <Empty title="还没有质保单">
    <p className="soft">在门店购买后，质保单会出现在这里。刚买的，请稍等片刻再来看。</p>
    <p className="soft">以前买过却没有？可能登记在另一个手机号下，请到任一门店核对。</p>
    <Link className="button plain" to="/wx/userinfo">
      查看我的名片
    </Link>
  </Empty>
);
const Row = ({ bill: { id, orderNo, shopName, sellAt, amount } }: { readonly bill: ShopperBillRow }) => (
  <li>
    <Link className="bill" to={`/wx/bill-detail?id=${id}`}>
      <span className="bill-words">
        <span className="bill-shop">{shopName}</span>
        <span>{dayText(sellAt)}</span>
        <span>{orderNo}</span>
        {amount === undefined ? null : <span>{yuan(amount)}</span>}
      </span>
      <span className="bill-on" aria-hidden>
        ›
      </span>
    </Link>
  </li>
);
const List = ({ bills, isKept }: { readonly bills: ShopperBills; readonly isKept: boolean }) => {
  const pages = usePages<ShopperBillRow>(PATH, bills.list);
  const { rows } = pages;
  if (bills.count === 0) return <None />;
  return (
    <>
      {byYear(rows).map(({ year, bills: ofYear }) => (
        <section key={year} className="card">
          <h2>{year}年</h2>
          <ul className="bills">
            {ofYear.map((bill) => (
              <Row key={bill.id} bill={bill} />
            ))}
          </ul>
        </section>
      ))}
      <p className="soft centre-text" role="status">
        {rows.length < bills.count ? `已显示 ${rows.length} 张，共 ${bills.count} 张` : `共 ${bills.count} 张`}
      </p>
      {/* What is kept has no more. */}
      <More of={pages} count={isKept ? 0 : bills.count} />
    </>
  );
};
/** What is kept is kept for the record of today. */
const ofRecord = ({ customerId }: ShopperBills): Promise<void> => rememberRecord(customerId);
const Bills = () => {
  const asked = useKeptAnswer<ShopperBills>(PATH, 'bills', ofRecord);
  const { keptAt, again } = asked;
  return (
    <Page title="质保单" nav={asked.state === 'shown' && asked.data.customerId !== 0}>
      <KeptNote at={keptAt} again={again} />
      <Answered of={asked}>
        {(bills) => (
          <WithRecord customerId={bills.customerId}>
            <List bills={bills} isKept={keptAt !== null} />
          </WithRecord>
        )}
      </Answered>
    </Page>
  );
};
export default Bills;
