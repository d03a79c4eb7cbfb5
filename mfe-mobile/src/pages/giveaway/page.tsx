/** /wx/giveaway (S1§2.16, §4): what a shopper has claimed, and what is offered to him now. */
import './page.css';
import type { ShopperClaim, ShopperGift } from 'services/master-data/contract';
import { useState } from 'preact/hooks';
import { useAnswer } from '../../client/use-answer.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Claim } from './claim.tsx';
import { Offer } from './offer.tsx';

type ClaimNews = { readonly claim: ShopperClaim | null; readonly at: number };
const Giveaway = () => {
  const claimed = useAnswer<ShopperClaim | null>('/wx/write-off');
  const offered = useAnswer<ShopperGift | null>('/wx/giveaway');
  /** What a press or the counter changed since. */
  const [told, setTold] = useState<ClaimNews | null>(null);
  const [refused, setRefused] = useState('');
  const tell = (claim: ShopperClaim | null, at: number): void => {
    setRefused('');
    setTold({ claim, at });
    offered.again();
  };
  const refuse = (why: string): void => {
    setRefused(why);
    claimed.again();
    offered.again();
  };
  return (
    <Page title="礼品领取" nav={claimed.state === 'shown'}>
      <Answered of={claimed}>
        {(first, at) => {
          const claim = told !== null && told.at >= at ? told.claim : first;
          return (
            <>
              {claim === null ? null : <Claim claim={claim} onTold={tell} />}
              <Answered of={offered}>
                {(gift) => {
                  if (gift === null && claim !== null) return null;
                  if (gift !== null && (claim === null || gift.mayClaim > 0))
                    return <Offer key={gift.id} gift={gift} onClaimed={tell} onRefused={refuse} />;
                  if (gift !== null) return null;
                  return (
                    <Empty title="没有礼品可领取！">
                      {refused === '' ? null : <p className="note bad">{refused}</p>}
                      <p className="soft">
                        现在没有礼品活动，或者礼品已经领完。有新的活动时会显示在这里，也可以到门店咨询。
                      </p>
                    </Empty>
                  );
                }}
              </Answered>
            </>
          );
        }}
      </Answered>
    </Page>
  );
};
export default Giveaway;
