/** /wx/points: what the shopper's points come to, and how (R84). */
import type { OwnPoints, OwnPointsRow } from 'projections/shopper-card/contract';
import { useAnswer } from '../../client/use-answer.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { dayText } from '../../parts/formats.ts';
import { Ledger } from '../../parts/ledger.tsx';
import { Page } from '../../parts/page.tsx';
import { WithRecord } from '../../parts/with-record.tsx';

const PATH = '/wx/points';
const points = (count: number): string => `${count < 0 ? '−' : ''}${Math.abs(count).toLocaleString('zh-CN')} 分`;
const tell = ({ kind, points: moved, balance, at, orderNo }: OwnPointsRow) => ({
  what: kind,
  much: moved > 0 ? `+${points(moved)}` : points(moved),
  when: [dayText(at), orderNo, `余\u00A0${points(balance)}`].filter((word) => word !== '').join(' · '),
});
const Figures = ({ usablePoints, usedPoints, heldPoints, amountPoints }: OwnPoints) => (
  <section className="card" aria-label="积分合计">
    <dl className="facts">
      <div>
        <dt>可用积分</dt>
        <dd className="big">{points(usablePoints)}</dd>
      </div>
      <div>
        <dt>已用积分</dt>
        <dd>{points(usedPoints)}</dd>
      </div>
      {heldPoints === 0 ? null : (
        <div>
          <dt>订单占用</dt>
          <dd>{points(heldPoints)}</dd>
        </div>
      )}
      <div>
        <dt>累计积分</dt>
        <dd>{points(amountPoints)}</dd>
      </div>
    </dl>
    {heldPoints === 0 ? null : <p className="soft">占用的积分用在还没有审核的订单上。</p>}
  </section>
);
const Points = () => (
  <Page title="积分明细" back="/wx/userinfo">
    <Answered of={useAnswer<OwnPoints>(PATH)}>
      {(page) => (
        <WithRecord customerId={page.customerId}>
          <Figures {...page} />
          {page.count === 0 ? (
            <Empty title="还没有积分">
              <p className="soft">在门店购买，订单审核后积分会出现在这里。</p>
            </Empty>
          ) : (
            <Ledger path={PATH} label="明细" page={page} tell={tell} />
          )}
        </WithRecord>
      )}
    </Answered>
  </Page>
);
export default Points;
