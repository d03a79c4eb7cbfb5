/** What the house answers, and while the network is away what was seen of it last (R161). */
import { useEffect, useState } from 'preact/hooks';
import { useAnswer, type Answer } from '../client/use-answer.ts';
import { keepSlip, keptSlip } from './slips.ts';

type StoredRecord<T> = { readonly id: string; readonly data: T; readonly at: number };
/** `keptAt`: what is shown was kept then, in ms; null: the house said it just now. */
type OfflineAnswer<T> = Answer<T> & { readonly keptAt: number | null };

const atOnce = async (): Promise<void> => undefined;
/** `ready`, always the same function: what comes before keeping, so that it is kept for the right shopper. What the house does not know any more is forgotten. */
export const useKeptAnswer = <T>(
  path: string,
  id: string,
  ready: (data: T) => Promise<void> = atOnce,
): OfflineAnswer<T> => {
  const asked = useAnswer<T>(path);
  const [kept, setKept] = useState<StoredRecord<T> | null>(null);
  const fresh = asked.state === 'shown' && asked.refusal === null ? asked.data : null;
  const why = asked.state === 'failed' ? asked.refusal.kind : null;
  useEffect(() => {
    if (fresh !== null) void ready(fresh).then(() => keepSlip(id, fresh));
  }, [fresh, id, ready]);
  useEffect(() => {
    if (why === 'missing') void keepSlip(id, null);
    if (why !== 'away') return;
    let over = false;
    void keptSlip<T | null>(id).then((found) => {
      if (!over && found !== null && found.data !== null) setKept({ id, data: found.data, at: found.at });
    });
    return () => {
      over = true;
    };
  }, [why, id]);
  if (asked.state !== 'failed' || why !== 'away' || kept?.id !== id) return { ...asked, keptAt: null };
  return { ...asked, state: 'shown', data: kept.data, at: kept.at, refusal: null, keptAt: kept.at };
};
