/** Above the lots of a count: they are listed by themselves, how many are weighed, and the till's scale (S0§5, §7). */
import { messageOf, toast, usePreference, useScaleWeight, type ScaleState } from 'root-config/api';
import { Button, weight, type FormHandle, type LineModel } from 'root-config/ui';
import { useCallback, useEffect, useState } from 'react';
import { lotsOf, weighedNow, type CheckValues, type LotLine } from './lots.ts';

const STATES: Readonly<Record<ScaleState, string>> = {
  off: '',
  connecting: '正在连接打印服务…',
  connected: '已连接，扫旧料编号后放上电子秤',
};
type Props = { readonly form: FormHandle<CheckValues>; readonly lines: LineModel<LotLine> };

/** What is weighed stays; what the list has besides comes after it. */
const listed = (lines: LineModel<LotLine>, lots: readonly LotLine[], isNew: boolean): void => {
  const isWeighed = lines.lines.some(({ weighed }) => weighed !== undefined);
  if (isNew && !isWeighed) lines.replace(lots);
  else lines.append(lots.filter(({ lotNo }) => !lines.has(lotNo)));
};

const Scale = ({ lines }: Pick<Props, 'lines'>) => {
  // Kept per browser, as where pieces come in: a till with a scale switches it on once.
  const [on, setOn] = usePreference('scale', false);
  const [last, setLast] = useState('');
  const state = useScaleWeight((mg) => {
    const key = lines.flashed?.key;
    if (key === undefined || !lines.update(key, (line) => weighedNow(line, mg / 1_000))) return;
    setLast(`${key} ${weight(mg / 1_000)}`);
  }, on);
  const said = last === '' ? STATES[state] : `已填入 ${last}`;
  return (
    <>
      <Button size="small" aria-pressed={on} onClick={() => setOn(!on)}>
        {on ? '电子秤：开' : '电子秤：关'}
      </Button>
      <span role="status" aria-live="polite">
        {on ? said : ''}
      </span>
    </>
  );
};

export const WeighTools = ({ form, lines }: Props) => {
  const { mode, values } = form;
  const { shopId, fineness = '', blind = false } = values;
  const isNew = mode === 'add';
  const list = useCallback(
    async (signal?: AbortSignal): Promise<void> => {
      if (shopId === undefined) return;
      try {
        const lots = await lotsOf({ shopId, fineness, blind }, signal);
        if (signal?.aborted !== true) listed(lines, lots, isNew);
      } catch (error) {
        if (signal?.aborted !== true) toast.error(messageOf(error));
      }
    },
    [shopId, fineness, blind, isNew, lines],
  );
  useEffect(() => {
    if (mode === 'view') return undefined;
    const leaving = new AbortController();
    void list(leaving.signal);
    return () => leaving.abort();
  }, [mode, list]);
  if (mode === 'view') return null;
  const done = lines.lines.filter(({ weighed }) => weighed !== undefined).length;
  return (
    <div className="ui-aside">
      <span>
        共{lines.length}批，已称{done}批
      </span>
      <Button size="small" onClick={() => void list()}>
        补列旧料
      </Button>
      <Scale lines={lines} />
    </div>
  );
};
