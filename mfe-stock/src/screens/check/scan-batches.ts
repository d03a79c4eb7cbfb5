/** Scans of one page, pushed in batches: while one is on its way, the next codes gather for the one after it. */
import type { ScanAnswer } from 'services/stock-check/contract';

/** As many as one call takes. */
export const BATCH = 200;
type Send = (codes: readonly string[]) => Promise<readonly ScanAnswer[]>;
type WaitingScan = {
  readonly code: string;
  readonly send: Send;
  readonly resolve: (answer: ScanAnswer | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Answers the scan of one code. `send` is how the batch it goes with is sent: it answers each of its codes once; a code
 * scanned twice is sent twice and answered twice.
 */
export const scanBatches = (): ((code: string, send: Send) => Promise<ScanAnswer | undefined>) => {
  let waiting: WaitingScan[] = [];
  let sending = false;
  const push = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const batch = waiting.slice(0, BATCH);
      waiting = waiting.slice(BATCH);
      try {
        const answers = new Map((await first.send(batch.map(({ code }) => code))).map((one) => [one.barcode, one]));
        for (const { code, resolve } of batch) resolve(answers.get(code));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    sending = false;
  };
  return (code, send) =>
    new Promise((resolve, reject) => {
      waiting.push({ code, send, resolve, reject });
      void push();
    });
};
