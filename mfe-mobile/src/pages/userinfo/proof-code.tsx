/** The code by which the counter knows that the customer stands there (R136): behind a button, over once it was scanned. */
import type { ShopperCard } from 'services/shopper/contract';
import { useState } from 'preact/hooks';
import { signInAgain } from '../../client/sign-in.ts';
import { Button } from '../../parts/button.tsx';
import { CardCode, askForCard, codeOf, msLeftOf, type TimedCode } from './card-code.tsx';
import { isScanned, pauseOfProof } from './poll.ts';

export const ProofCode = ({ onUnbound }: { readonly onUnbound: () => void }) => {
  const [first, setFirst] = useState<TimedCode | null>(null);
  const [note, setNote] = useState({ text: '', isBad: false });
  const show = async (): Promise<void> => {
    setNote({ text: '', isBad: false });
    const answer = await askForCard();
    if (answer.ok && answer.data.customerId !== 0) setFirst(codeOf(answer.data, answer.at));
    else if (answer.ok) onUnbound();
    else if (answer.refusal.kind === 'signed-out') signInAgain();
    else setNote({ text: answer.refusal.message, isBad: true });
  };
  const isOver = ({ customerId }: ShopperCard, { code }: TimedCode, shown: TimedCode): boolean => {
    if (customerId === 0) {
      onUnbound();
      return true;
    }
    if (!isScanned({ code: shown.code, leftMs: msLeftOf(shown) }, code)) return false;
    setFirst(null);
    setNote({ text: '店员已扫码核对', isBad: false });
    return true;
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
          <CardCode label="名片码" first={first} pauseBefore={pauseOfProof} isOver={isOver} />
          <Button look="plain" wide onPress={() => setFirst(null)}>
            收起
          </Button>
        </>
      )}
    </section>
  );
};
