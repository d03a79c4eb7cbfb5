/** /wx/userinfo (S1§2.16): the card of whoever is bound, else the ways to become it. */
import type { ShopperCard } from 'services/shopper/contract';
import { useEffect } from 'preact/hooks';
import { wantedNow, landingAfter, purposeOf } from '../../client/sign-in.ts';
import { turnTo } from '../../client/router.ts';
import { useAnswer } from '../../client/use-answer.ts';
import { rememberRecord } from '../../offline/slips.ts';
import { Answered } from '../../parts/answer-view.tsx';
import { Page } from '../../parts/page.tsx';
import { Card } from './card.tsx';
import { Unbound } from './unbound.tsx';

const UserInfo = () => {
  const asked = useAnswer<ShopperCard>('/wx/user-info');
  const customerId = asked.state === 'shown' ? asked.data.customerId : null;
  useEffect(() => {
    if (customerId !== null) void rememberRecord(customerId);
  }, [customerId]);
  /** Whoever came for his bills goes on to them. */
  const bound = (boundId: number): void => {
    const wanted = wantedNow();
    if (wanted === null || wanted.startsWith('/wx/userinfo')) asked.again();
    else turnTo(landingAfter({ state: purposeOf(wanted), customerId: boundId }));
  };
  return (
    <Page title="我的名片" nav={customerId !== null && customerId !== 0}>
      <Answered of={asked}>
        {(card, at) =>
          card.customerId === 0 ? (
            <Unbound card={card} at={at} onBound={bound} />
          ) : (
            <Card card={card} onUnbound={asked.again} />
          )
        }
      </Answered>
    </Page>
  );
};
export default UserInfo;
