/** 电子秤: what lies on the till's scale becomes the gold weight of a new piece (S0§5, §7). */
import { usePreference, useScaleWeight, type ScaleState } from 'root-config/api';
import { Button, weight, type FormHandle } from 'root-config/ui';
import { useState } from 'react';
import type { GoodsValues } from './goods-values.ts';

const STATES: Readonly<Record<ScaleState, string>> = {
  off: '',
  connecting: '正在连接打印服务…',
  connected: '已连接，把首饰放上电子秤',
};

export const Scale = ({ form }: { form: FormHandle<GoodsValues> }) => {
  // Kept per browser: a till with a scale switches it on once; the others never look for one.
  const [on, setOn] = usePreference('scale', false);
  const [last, setLast] = useState<number>();
  const state = useScaleWeight((mg) => {
    const goldWeight = mg / 1_000;
    setLast(goldWeight);
    form.set({ goldWeight });
  }, on);
  const said = last === undefined ? STATES[state] : `${weight(last)} 已填入金重`;
  return (
    <div className="ui-aside">
      <Button aria-pressed={on} onClick={() => setOn(!on)}>
        {on ? '电子秤：开' : '电子秤：关'}
      </Button>
      <span role="status" aria-live="polite">
        {on ? said : ''}
      </span>
    </div>
  );
};
