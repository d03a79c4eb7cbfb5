/** /wx/consents: what the shopper agreed to, and taking it back (R67). */
import type { OwnConsent, OwnConsents } from 'projections/shopper-card/contract';
import { useState } from 'preact/hooks';
import { shopperApi } from '../../client/api.ts';
import { useAnswer } from '../../client/use-answer.ts';
import { usePages } from '../../client/use-pages.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { dayText } from '../../parts/formats.ts';
import { More } from '../../parts/more.tsx';
import { Page } from '../../parts/page.tsx';
import { WithRecord } from '../../parts/with-record.tsx';

const PATH = '/wx/consents';
type RowProps = { readonly consent: OwnConsent; readonly onWithdrawn: () => void };
const Withdraw = ({ consent: { id, purpose }, onWithdrawn }: RowProps) => {
  const [asks, setAsks] = useState(false);
  const [told, setTold] = useState('');
  const withdraw = async (): Promise<void> => {
    const answer = await shopperApi.post('/wx/consents/withdraw', { id });
    if (answer.ok) onWithdrawn();
    else setTold(answer.refusal.message);
  };
  if (!asks)
    return (
      <Button look="plain" onPress={() => setAsks(true)}>
        撤回{purpose}
      </Button>
    );
  return (
    <div className="card" role="group" aria-label={`撤回${purpose}`}>
      <p>撤回后门店不再用您的资料做“{purpose}”；购买记录、积分和储值不受影响。</p>
      {told === '' ? null : (
        <p className="note bad" role="alert">
          {told}
        </p>
      )}
      <Button look="danger" wide onPress={withdraw}>
        确定撤回
      </Button>
      <Button look="plain" wide onPress={() => setAsks(false)}>
        暂不撤回
      </Button>
    </div>
  );
};
const Consent = (props: RowProps) => {
  const { purpose, channel, givenAt, withdrawnAt } = props.consent;
  const stands = withdrawnAt === '';
  return (
    <section className="card" aria-label={purpose}>
      <h2>{purpose}</h2>
      <p className="soft">
        {dayText(givenAt)} 通过{channel}同意
        {stands ? '，仍然有效' : `，${dayText(withdrawnAt)} 已撤回`}
      </p>
      {stands ? <Withdraw {...props} /> : null}
    </section>
  );
};
const List = ({ page, again }: { readonly page: OwnConsents; readonly again: () => void }) => {
  const pages = usePages<OwnConsent>(PATH, page.list);
  if (page.count === 0)
    return (
      <Empty title="没有授权记录">
        <p className="soft">您在门店签字、扫码或电话里同意过的用途会列在这里，随时可以撤回。</p>
      </Empty>
    );
  return (
    <>
      {pages.rows.map((consent) => (
        <Consent key={`${consent.id}/${consent.withdrawnAt}`} consent={consent} onWithdrawn={again} />
      ))}
      <More of={pages} count={page.count} />
    </>
  );
};
const Consents = () => {
  const asked = useAnswer<OwnConsents>(PATH);
  return (
    <Page title="我的授权" back="/wx/userinfo">
      <Answered of={asked}>
        {(page) => (
          <WithRecord customerId={page.customerId}>
            <List page={page} again={asked.again} />
          </WithRecord>
        )}
      </Answered>
    </Page>
  );
};
export default Consents;
