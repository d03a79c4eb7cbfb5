/** The claim of a shopper: its code while it waits, then when and where it was collected. The page turns by itself. */
import type { ShopperClaim } from 'services/master-data/contract';
import { shopperApi } from '../../client/api.ts';
import { signInAgain } from '../../client/sign-in.ts';
import { usePolling } from '../../client/use-polling.ts';
import { Bars } from '../../parts/bars.tsx';
import { Button } from '../../parts/button.tsx';
import { dayText, groupedCode } from '../../parts/formats.ts';
import { pauseBefore } from './pace.ts';
import { RichText } from './rich-text.tsx';

/** As services/master-data has it; the pages take no code of the server. */
const WAITING = '1';
type ClaimListener = (claim: ShopperClaim | null, at: number) => void;

const Waiting = ({ claim, onTold }: { readonly claim: ShopperClaim; readonly onTold: ClaimListener }) => {
  const ask = async (): Promise<'go-on' | 'over'> => {
    const answer = await shopperApi.get<ShopperClaim | null>('/wx/write-off', { quiet: true });
    if (!answer.ok) {
      if (answer.refusal.kind !== 'signed-out') return 'go-on';
      signInAgain();
      return 'over';
    }
    const { data, at } = answer;
    if (data?.id === claim.id && data.status === WAITING) return 'go-on';
    onTold(data, at);
    return 'over';
  };
  const { asleep, wake } = usePolling(ask, pauseBefore);
  return (
    <section className="card centre claim">
      <h2>礼品待领取</h2>
      <p className="big">{claim.title}</p>
      <Bars text={claim.writeOffCode} label="核销码" shown={groupedCode(claim.writeOffCode)} />
      <p className="soft">到店出示此码，店员扫描后领取礼品。此码只能用一次，请不要转发。</p>
      {asleep ? (
        <Button
          look="plain"
          onPress={async () => {
            if ((await ask()) === 'go-on') wake();
          }}
        >
          刷新领取状态
        </Button>
      ) : null}
    </section>
  );
};

const Collected = ({ claim: { title, usedAt, usedShopName } }: { readonly claim: ShopperClaim }) => (
  <section className="card centre claim">
    <h2>礼品已领取</h2>
    <p className="big">{title}</p>
    {usedAt === '' ? null : (
      <p className="soft">{[dayText(usedAt), usedAt.slice(11, 16), usedShopName].filter(Boolean).join(' ')}</p>
    )}
  </section>
);

type Props = { readonly claim: ShopperClaim; readonly onTold: ClaimListener };
export const Claim = ({ claim, onTold }: Props) => (
  <>
    <div role="status">
      {claim.status === WAITING ? (
        <Waiting key={claim.id} claim={claim} onTold={onTold} />
      ) : (
        <Collected claim={claim} />
      )}
    </div>
    {claim.content === '' ? null : (
      <section className="card" aria-label="礼品说明">
        <RichText html={claim.content} />
      </section>
    )}
  </>
);
