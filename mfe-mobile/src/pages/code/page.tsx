/** The way back from the app (S1§2.16): exchanges the code and goes on; what is refused begins anew. */
import { useEffect, useState } from 'preact/hooks';
import { exchange, startSignIn } from '../../client/enter.ts';
import { AWAY, type Refusal } from '../../client/refusal.ts';
import { turnTo } from '../../client/router.ts';
import { landingAfter } from '../../client/sign-in.ts';
import { Loading } from '../../parts/answer-view.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Page } from '../../parts/page.tsx';

const SignIn = () => {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let over = false;
    void exchange(location.search).then((answer) => {
      if (over) return;
      if (answer.ok) turnTo(landingAfter(answer.data));
      else setRefusal(answer.refusal);
    });
    return () => {
      over = true;
    };
  }, [round]);
  const anew = async (): Promise<void> => {
    const why = await startSignIn();
    if (why === null) return;
    if (why === AWAY) setRefusal({ ...why });
    else turnTo('/wx');
  };
  const again = (): void => {
    if (refusal === AWAY) {
      setRefusal(null);
      setRound((before) => before + 1);
    } else void anew();
  };
  return (
    <Page title={refusal === null ? '正在登录' : '没有登录成功'}>
      {refusal === null ? <Loading /> : <Failure refusal={refusal} again={again} />}
    </Page>
  );
};
export default SignIn;
