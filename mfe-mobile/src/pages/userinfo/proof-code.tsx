/** The code by which the counter knows that the customer stands there (R136): behind a button, renewed by itself, over once it was scanned. */
import type { ShopperCard } from 'services/shopper/contract';
import { useEffect, useState } from 'preact/hooks';
import { shopperApi } from '../../client/api.ts';
import { signInAgain } from '../../client/sign-in.ts';
import { useCountdown } from '../../client/use-countdown.ts';
import { usePolling } from '../../client/use-polling.ts';
import { Bars } from '../../parts/bars.tsx';
import { Button } from '../../parts/button.tsx';
import { groupedCode } from '../../parts/formats.ts';
import { isScanned, leftOf, minutesText, pauseOfProof } from './poll.ts';

/** `endsAt`: of `performance.now()`. */
type TimedCode = { readonly code: string; readonly endsAt: number };
type CodeAnswer = TimedCode | { readonly problem: string } | 'unbound' | 'signed-out';
const askForCode = async (): Promise<CodeAnswer> => {
  const answer = await shopperApi.get<ShopperCard>('/wx/user-info', { quiet: true });
  if (!answer.ok) {
    const { kind, message } = answer.refusal;
    return kind === 'signed-out' ? 'signed-out' : { problem: message };
  }
  const { customerId, cardCode = '', until } = answer.data;
  return customerId === 0 ? 'unbound' : { code: cardCode, endsAt: performance.now() + leftOf(until, answer.at) };
};

type ShownProps = { readonly first: TimedCode; readonly onScanned: () => void; readonly onUnbound: () => void };
const ShownCode = ({ first, onScanned, onUnbound }: ShownProps) => {
  const [told, setTold] = useState(first);
  const [left, count] = useCountdown();
  useEffect(() => count((told.endsAt - performance.now()) / 1000), [told, count]);
  const ask = async (): Promise<'go-on' | 'over'> => {
    const answer = await askForCode();
    if (answer === 'signed-out') signInAgain();
    if (answer === 'unbound') onUnbound();
    if (typeof answer === 'string') return 'over';
    if ('problem' in answer) return 'go-on';
    if (isScanned({ code: told.code, leftMs: told.endsAt - performance.now() }, answer.code)) {
      onScanned();
      return 'over';
    }
    setTold(answer);
    return 'go-on';
  };
  const { asleep, wake } = usePolling(ask, pauseOfProof);
  if (asleep)
    return (
      <>
        <p className="soft">名片码已过期</p>
        <Button
          wide
          onPress={async () => {
            if ((await ask()) === 'go-on') wake();
          }}
        >
          显示新的名片码
        </Button>
      </>
    );
  return (
    <>
      <Bars text={told.code} label="名片码" shown={groupedCode(told.code)} />
      <p className="soft" role="timer">
        {left > 0 ? `${minutesText(left)} 后自动更换` : '正在更换…'}
      </p>
    </>
  );
};

export const ProofCode = ({ onUnbound }: { readonly onUnbound: () => void }) => {
  const [first, setFirst] = useState<TimedCode | null>(null);
  const [note, setNote] = useState({ text: '', isBad: false });
  const show = async (): Promise<void> => {
    setNote({ text: '', isBad: false });
    const answer = await askForCode();
    if (answer === 'signed-out') signInAgain();
    else if (answer === 'unbound') onUnbound();
    else if ('problem' in answer) setNote({ text: answer.problem, isBad: true });
    else setFirst(answer);
  };
  const scanned = (): void => {
    setFirst(null);
    setNote({ text: '店员已扫码核对', isBad: false });
  };
  return (
    <section className="card centre" aria-label="名片码">
      <p className="soft">用储值、兑换积分或修改资料要核对本人时，请向店员出示名片码</p>
      {note.text === '' ? null : <p className={note.isBad ? 'note bad' : 'note'}>{note.text}</p>}
      {first === null ? (
        <Button wide onPress={show}>
          出示名片码
        </Button>
      ) : (
        <>
          <ShownCode first={first} onScanned={scanned} onUnbound={onUnbound} />
          <Button look="plain" wide onPress={() => setFirst(null)}>
            收起
          </Button>
        </>
      )}
    </section>
  );
};
