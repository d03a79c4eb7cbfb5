/** The card of whoever is bound: name, the bars of his number for the counter, his proof, and the end of the binding. */
import type { ShopperCard } from 'services/shopper/contract';
import { useState } from 'preact/hooks';
import { shopperApi } from '../../client/api.ts';
import { turnTo } from '../../client/router.ts';
import { forgetSlips } from '../../offline/slips.ts';
import { Bars } from '../../parts/bars.tsx';
import { Button } from '../../parts/button.tsx';
import { yuan } from '../../parts/formats.ts';
import { Link } from '../../parts/link.tsx';
import { ProofCode } from './proof-code.tsx';
import './card.css';

const Unbind = ({ onUnbound }: { readonly onUnbound: () => void }) => {
  const [asks, setAsks] = useState(false);
  const [told, setTold] = useState('');
  const unbind = async (): Promise<void> => {
    const answer = await shopperApi.post('/wx/unbind');
    if (!answer.ok) return setTold(answer.refusal.message);
    await forgetSlips();
    onUnbound();
    turnTo('/wx');
  };
  if (!asks)
    return (
      <Button look="plain" onPress={() => setAsks(true)}>
        解除绑定
      </Button>
    );
  return (
    <section className="card centre" role="alertdialog" aria-label="解除绑定">
      <p className="big">确定解除绑定吗？</p>
      <p className="soft">解除后看不到名片和质保单，要看时需重新绑定；购买记录、积分和储值不受影响。</p>
      {told === '' ? null : <p className="note bad">{told}</p>}
      <Button look="danger" wide onPress={unbind}>
        确定解除
      </Button>
      <Button look="plain" wide onPress={() => setAsks(false)}>
        暂不解除
      </Button>
    </section>
  );
};

const Way = ({ to, word, value = '' }: { readonly to: string; readonly word: string; readonly value?: string }) => (
  <li>
    <Link className="way" to={to}>
      <span>{word}</span>
      <span className="way-value">{value}</span>
      <span className="way-on" aria-hidden>
        ›
      </span>
    </Link>
  </li>
);
type Props = { readonly card: ShopperCard; readonly onUnbound: () => void };
export const Card = ({
  card: { name = '', barcode = '', usablePoints = 0, balance = 0, cardCode = '' },
  onUnbound,
}: Props) => (
  <>
    <section className="card centre">
      <p className="big">{name}</p>
      {barcode === '' ? <p className="soft">门店没有登记手机号</p> : <Bars text={barcode} label="会员条码" />}
      <p className="soft">请店员扫描条码</p>
    </section>
    {/* Whoever came by number and SMS, outside the app, has none. */}
    {cardCode === '' ? null : <ProofCode onUnbound={onUnbound} />}
    <section className="card" aria-label="我的">
      <ul className="ways">
        <Way to="/wx/points" word="可用积分" value={`${usablePoints.toLocaleString('zh-CN')} 分`} />
        <Way to="/wx/balance" word="储值与定金" value={yuan(balance)} />
        <Way to="/wx/consents" word="我的授权" />
        <Way to="/wx/data" word="我的数据" />
      </ul>
    </section>
    <Unbind onUnbound={onUnbound} />
  </>
);
