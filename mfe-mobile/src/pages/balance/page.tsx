/** /wx/balance: what the shopper has with the house in money, and how it came to be (R79). */
import type { OwnAccount, OwnBalance, OwnBalanceRow } from 'projections/shopper-card/contract';
import { useAnswer } from '../../client/use-answer.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { dayText, yuan } from '../../parts/formats.ts';
import { Ledger } from '../../parts/ledger.tsx';
import { Page } from '../../parts/page.tsx';
import { WithRecord } from '../../parts/with-record.tsx';

const PATH = '/wx/balance';
const tell = ({ kind, amount, balance, at, orderNo }: OwnBalanceRow) => ({
  what: kind,
  much: amount > 0 ? `+${yuan(amount)}` : yuan(amount),
  when: [dayText(at), orderNo, `余\u00A0${yuan(balance)}`].filter((word) => word !== '').join(' · '),
});
const Accounts = ({ accounts }: { readonly accounts: readonly OwnAccount[] }) => (
  <section className="card" aria-label="余额">
    <dl className="facts">
      {accounts.map(({ account, usable, held }) => (
        <div key={account}>
          <dt>{account}可用</dt>
          <dd>
            <span className="big">{yuan(usable)}</span>
            {held === 0 ? null : <p className="soft">订单占用 {yuan(held)}</p>}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
const Balance = () => (
  <Page title="储值明细" back="/wx/userinfo">
    <Answered of={useAnswer<OwnBalance>(PATH)}>
      {(page) => (
        <WithRecord customerId={page.customerId}>
          {page.accounts.length === 0 ? null : <Accounts accounts={page.accounts} />}
          {page.count === 0 ? (
            <Empty title="没有储值和定金">
              <p className="soft">在门店储值或付定金后，余额和每一笔进出会出现在这里。</p>
            </Empty>
          ) : (
            <Ledger path={PATH} label="明细" page={page} tell={tell} />
          )}
        </WithRecord>
      )}
    </Answered>
  </Page>
);
export default Balance;
