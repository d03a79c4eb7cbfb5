/** The card of whoever is bound: name, the bars of his number for the counter, and the end of the binding. */
import type { ShopperCard } from 'services/shopper/contract';
import { useState } from 'react';
import { shopperApi } from '../../client/api.ts';
import { turnTo } from '../../client/router.ts';
import { forgetSlips } from '../../offline/slips.ts';
import { Bars } from '../../parts/bars.tsx';
import { Button } from '../../parts/button.tsx';

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

type Props = { readonly card: ShopperCard; readonly onUnbound: () => void };
export const Card = ({ card: { name = '', barcode = '' }, onUnbound }: Props) => (
  <>
    <section className="card centre">
      <p className="big">{name}</p>
      {barcode === '' ? <p className="soft">门店没有登记手机号</p> : <Bars text={barcode} label="会员条码" />}
      <p className="soft">请店员扫描条码</p>
    </section>
    <Unbind onUnbound={onUnbound} />
  </>
);
