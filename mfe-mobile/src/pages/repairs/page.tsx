/** /wx/repairs: where the things are that were handed in, when they were promised, and what was done so far (R49). */
import type { ShopperRepair, ShopperRepairs } from 'projections/shopper-bills/contract';
import { useAnswer } from '../../client/use-answer.ts';
import { usePages } from '../../client/use-pages.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { dayText } from '../../parts/formats.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { WithRecord } from '../../parts/with-record.tsx';
import { hintOf, stagesOf } from './timeline.ts';
import './page.css';

const PATH = '/wx/repairs';
const nameOf = ({ fineness, style, type }: ShopperRepair): string =>
  [fineness, style, type].filter((word) => word !== '').join(' ');
const Steps = ({ repair }: { readonly repair: ShopperRepair }) => (
  <ol className="steps">
    {stagesOf(repair).map(({ step, at, state }) => (
      <li key={step} className={state} {...(state === 'now' && { 'aria-current': 'step' as const })}>
        <span>{step}</span>
        {at === '' ? null : <span className="soft">{dayText(at)}</span>}
      </li>
    ))}
  </ol>
);
const Repair = ({ repair }: { readonly repair: ShopperRepair }) => {
  const hint = hintOf(repair);
  return (
    <section className="card" aria-label={`维修 ${repair.no}`}>
      <h2>{nameOf(repair)}</h2>
      {hint === null ? null : <p className={hint.isLate ? 'note bad' : 'note'}>{hint.text}</p>}
      <Steps repair={repair} />
      <dl className="facts">
        <div>
          <dt>门店</dt>
          <dd>{repair.shopName}</dd>
        </div>
        {repair.promiseAt === '' ? null : (
          <div>
            <dt>约定取件</dt>
            <dd>{dayText(repair.promiseAt)}</dd>
          </div>
        )}
        {repair.remark === '' ? null : (
          <div>
            <dt>要求</dt>
            <dd>{repair.remark}</dd>
          </div>
        )}
        <div>
          <dt>收件单</dt>
          <dd>{repair.no}</dd>
        </div>
      </dl>
    </section>
  );
};
const List = ({ repairs }: { readonly repairs: ShopperRepairs }) => {
  const pages = usePages<ShopperRepair>(PATH, repairs.list);
  if (repairs.count === 0)
    return (
      <Empty title="没有送修的首饰">
        <p className="soft">在门店交件维修或清洗后，这里能看到进度和约定取件的日期。</p>
      </Empty>
    );
  return (
    <>
      {pages.rows.map((repair) => (
        <Repair key={repair.id} repair={repair} />
      ))}
      <More of={pages} count={repairs.count} />
    </>
  );
};
const Repairs = () => {
  const asked = useAnswer<ShopperRepairs>(PATH);
  return (
    <Page title="我的维修" nav={asked.state === 'shown' && asked.data.customerId !== 0}>
      <Answered of={asked}>
        {(repairs) => (
          <WithRecord customerId={repairs.customerId}>
            <List repairs={repairs} />
          </WithRecord>
        )}
      </Answered>
    </Page>
  );
};
export default Repairs;
