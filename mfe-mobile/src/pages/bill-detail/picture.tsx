/** The slip as one picture, kept by a long press: also where the browser has neither downloads nor a service worker (R161). */
import type { ShopperSlip } from 'projections/shopper-bills/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { drawSlip } from './draw.ts';

const FAILED = '这个浏览器画不出图片，请截屏保存';
const today = (): string => {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};
export const Picture = ({ slip }: { readonly slip: ShopperSlip }) => {
  const [picture, setPicture] = useState<string | null>(null);
  const [told, setTold] = useState('');
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (picture === null) return;
    shown.current?.scrollIntoView({ block: 'start' });
    shown.current?.focus({ preventScroll: true });
  }, [picture]);
  const draw = async (): Promise<void> => {
    const drawn = await drawSlip(slip, today());
    setTold(drawn === null ? FAILED : '');
    setPicture(drawn);
  };
  return (
    <>
      <Button wide onPress={draw}>
        保存为图片
      </Button>
      {told === '' ? null : (
        <p className="note bad" role="alert">
          {told}
        </p>
      )}
      {picture === null ? null : (
        <section className="card slip-picture" ref={shown} tabIndex={-1} aria-label="质保单图片">
          <p className="note" role="status">
            长按图片，保存到手机
          </p>
          <img src={picture} alt={`质保单 ${slip.orderNo}`} />
          <a className="button plain wide" href={picture} download={`质保单${slip.orderNo}.png`}>
            不能长按？下载图片
          </a>
          <Button look="plain" wide onPress={() => setPicture(null)}>
            关闭图片
          </Button>
        </section>
      )}
    </>
  );
};
