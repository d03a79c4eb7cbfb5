/** /wx: through the app, by number, or, in a demonstration, as one of its shoppers (R159). */
import { useEffect, useState } from 'preact/hooks';
import { openDoor, pick, type DemoShopper, type Door } from '../../client/enter.ts';
import type { Refusal } from '../../client/refusal.ts';
import { queryNow, turnTo } from '../../client/router.ts';
import { landingAfter, purposeOf, wantedNow } from '../../client/sign-in.ts';
import { Loading } from '../../parts/answer-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Failure } from '../../parts/failure.tsx';
import { NumberForm } from '../../parts/number-form.tsx';
import { Page } from '../../parts/page.tsx';
import './page.css';

const Picker = ({ list, state }: { readonly list: readonly DemoShopper[]; readonly state: string | null }) => {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  if (refusal !== null) return <Failure refusal={refusal} again={() => setRefusal(null)} />;
  if (list.length === 0) return <Empty title="还没有演示顾客" />;
  return (
    <section className="card">
      <h2>演示：您是哪位顾客？</h2>
      <p className="soft">这里代替微信授权。正式使用时，顾客从公众号菜单直接进入，看不到这一页。</p>
      <ul className="people">
        {list.map(({ code, name }) => (
          <li key={code}>
            <button type="button" onClick={() => void pick(code, state).then(setRefusal)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** `why`: in the app itself, whose way the house has not. */
const ByNumber = ({ why }: { readonly why: string }) => (
  <>
    <section className="card centre">
      {why === '' ? (
        <>
          <p className="big">请从微信公众号进入</p>
          <p className="soft">关注门店的公众号后，点菜单“会员中心”即可；没有关注的，请让店员出示二维码。</p>
        </>
      ) : (
        <p>{why}</p>
      )}
    </section>
    <NumberForm
      title={why === '' ? '或者用手机号登录' : '用手机号登录'}
      word="登录"
      onBound={(customerId) => turnTo(landingAfter({ state: purposeOf(wantedNow()), customerId }))}
    />
  </>
);

const Shown = ({ door, again }: { readonly door: Door | null; readonly again: () => void }) => {
  if (door === null || door.kind === 'in' || door.kind === 'leaving') return <Loading />;
  if (door.kind === 'failed') return <Failure refusal={door.refusal} again={again} />;
  if (door.kind === 'picker') return <Picker list={door.list} state={queryNow().get('state')} />;
  return <ByNumber why={door.why} />;
};

const AtDoor = () => {
  const [door, setDoor] = useState<Door | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let over = false;
    void openDoor(queryNow().has('state')).then((opened) => {
      if (over) return;
      if (opened.kind !== 'in') setDoor(opened);
      else turnTo(landingAfter({ state: purposeOf(wantedNow()), customerId: opened.customerId }));
    });
    return () => {
      over = true;
    };
  }, [round]);
  const again = (): void => {
    setDoor(null);
    setRound((before) => before + 1);
  };
  return (
    <Page title="会员中心">
      <Shown door={door} again={again} />
    </Page>
  );
};
export default AtDoor;
