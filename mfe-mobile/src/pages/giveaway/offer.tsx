/** The gift that is offered now, and claiming it. */
import type { ShopperClaim, ShopperGift } from 'services/master-data/contract';
import { useState } from 'preact/hooks';
import { shopperApi } from '../../client/api.ts';
import { signInAgain } from '../../client/sign-in.ts';
import { Button } from '../../parts/button.tsx';
import { newPressKey } from './pace.ts';
import { RichText } from './rich-text.tsx';

type Props = {
  readonly gift: ShopperGift;
  readonly onClaimed: (claim: ShopperClaim, at: number) => void;
  /** The house said no: what is offered, or what he has, is not what is on the screen. */
  readonly onRefused: (why: string) => void;
};
export const Offer = ({ gift, onClaimed, onRefused }: Props) => {
  // The same until an answer came: whoever presses again where the network was away claims once.
  const [key, setKey] = useState(newPressKey);
  const [told, setTold] = useState('');
  const claim = async (): Promise<void> => {
    setTold('');
    const answer = await shopperApi.post<ShopperClaim>('/wx/giveaway/claim', { id: gift.id }, key);
    if (answer.ok) {
      setKey(newPressKey());
      return onClaimed(answer.data, answer.at);
    }
    const { kind, message } = answer.refusal;
    if (kind === 'signed-out') return signInAgain();
    setTold(message);
    if (kind === 'conflict' || kind === 'missing') onRefused(message);
  };
  const { title, content, limitNum, mayClaim } = gift;
  return (
    <section className="card">
      <h2>{title}</h2>
      <RichText html={content} />
      <div role="alert">{told === '' ? null : <p className="note bad">{told}</p>}</div>
      {mayClaim > 0 ? (
        <>
          <Button wide onPress={claim}>
            领取
          </Button>
          <p className="soft">每人限领 {limitNum} 份</p>
        </>
      ) : (
        <p className="note">您已领过这份礼品，每人限领 {limitNum} 份</p>
      )}
    </section>
  );
};
