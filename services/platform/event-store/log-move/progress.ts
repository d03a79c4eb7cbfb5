/** How far a move is, in words, every so often. */
import type { Moving } from './move.ts';

const EVERY_MS = 2_000;
const MINUTE = 60;
const lasting = (seconds: number): string =>
  seconds < MINUTE
    ? `${Math.ceil(seconds)} 秒`
    : `${Math.floor(seconds / MINUTE)} 分 ${Math.ceil(seconds % MINUTE)} 秒`;

/** Positions tell the share that is done: of two stores one counts events, the other bytes. */
export const progressSaid = (say: (sentence: string) => void, now = () => performance.now()): Moving['progress'] => {
  let stretch = '';
  let began = { at: now(), events: 0 };
  let toldAt = now();
  return (doing, { events, from, at, until }) => {
    const key = `${doing} ${from} ${until}`;
    if (key !== stretch) {
      stretch = key;
      began = { at: now(), events };
      toldAt = began.at;
    }
    const seconds = (now() - began.at) / 1_000;
    if (now() - toldAt < EVERY_MS || until <= from) return;
    toldAt = now();
    const share = (at - from) / (until - from);
    const left = share <= 0 ? '' : `，约还需 ${lasting((seconds * (1 - share)) / share)}`;
    const speed = Math.round((events - began.events) / seconds);
    say(`${doing}到第 ${events} 个事件（${(share * 100).toFixed(1)}%），${speed} 个/秒${left}`);
  };
};
