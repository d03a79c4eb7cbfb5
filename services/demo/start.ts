/** Demo data at the first start: made behind a progress that every signed-in user sees, while the console answers. */
import type { DemoHouse } from './load.ts';
import { loadDemo } from './load.ts';
import type { Progress } from './progress.ts';

/** Starts loading; the answer stops it and waits for the day that is being made. A failure is logged, never fatal. */
export const startDemo = (house: DemoHouse, progress: Progress): (() => Promise<void>) => {
  const stopping = new AbortController();
  const { log } = house.deps;
  const started = Date.now();
  const running = loadDemo(house, progress, { signal: stopping.signal }).then(
    (loaded) => {
      if (loaded) log.info('demo data loaded', { ms: Date.now() - started });
    },
    (error: unknown) => {
      progress.end('演示数据未能全部生成');
      log.error('demo data failed', { error });
    },
  );
  return async () => {
    stopping.abort();
    await running;
  };
};
