/** Many callers, few statements: whatever was asked while the last statement ran goes into the next one. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

const MOST = 200;

type BatchedCall<Input, Output> = {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * `ask` answers its inputs in their order, all or none: when it throws, everyone in that batch gets the error.
 * One batch runs at a time; nobody waits for a batch to fill, unless `gatherMs` makes each wait so long.
 */
export const batched = <Input, Output>(
  ask: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  gatherMs = 0,
): ((input: Input) => Promise<Output>) => {
  const waiting: BatchedCall<Input, Output>[] = [];
  let running = false;
  const answer = async (batch: readonly BatchedCall<Input, Output>[]): Promise<void> => {
    try {
      const outputs = await ask(batch.map(({ input }) => input));
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      // One turn of the event loop: callers woken by the last batch ask again within it.
      await (gatherMs > 0 ? pause(gatherMs) : turn());
      await answer(waiting.splice(0, MOST));
    }
    running = false;
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (running) return;
      running = true;
      void run();
    });
};
