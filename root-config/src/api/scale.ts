/** The scale behind the local print service (S0§7). The service's code loads when somebody weighs. */
import { useEffect, useEffectEvent, useState } from 'react';

export type ScaleState = 'off' | 'connecting' | 'connected';

/**
 * Calls with each settled weight in whole milligrams while `on`; answers whether the service is there. A weight that
 * is no weight never arrives.
 */
export const useScaleWeight = (onWeight: (mg: number) => void, on = true): ScaleState => {
  const [state, setState] = useState<ScaleState>('off');
  const weigh = useEffectEvent(onWeight);
  useEffect(() => {
    if (!on) return undefined;
    const ends: (() => void)[] = [];
    let ended = false;
    const listen = async (): Promise<void> => {
      const queue = await (await import('../print/service.ts')).printQueue();
      if (ended) return;
      const show = (): void => {
        const { connection } = queue.status.get();
        setState(connection === 'away' ? 'connecting' : connection);
      };
      ends.push(queue.status.subscribe(show), queue.onWeight(weigh), queue.want());
      show();
    };
    // Without its code there is no scale; the field is typed then.
    listen().catch(() => undefined);
    return () => {
      ended = true;
      for (const end of ends) end();
      setState('off');
    };
  }, [on]);
  return state;
};
