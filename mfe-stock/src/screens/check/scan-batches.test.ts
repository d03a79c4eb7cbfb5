import { expect, test } from 'vitest';
import { BATCH, scanBatches } from './scan-batches.ts';

const scanning = (send: Parameters<ReturnType<typeof scanBatches>>[1]) => {
  const batches = scanBatches();
  return (code: string) => batches(code, send);
};
const answer = (barcode: string) => ({ barcode, found: true, bookNum: 1, reason: '', detail: '' });

test('what comes while a batch is on its way goes with the next one; a code twice is two scans', async () => {
  const sent: (readonly string[])[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const scan = scanning(async (codes) => {
    sent.push(codes);
    await gate;
    return [...new Set(codes)].map(answer);
  });
  const answers = Promise.all(['A001', 'A002', 'A003', 'A002'].map(scan));
  open();
  expect((await answers).map((one) => one?.barcode)).toEqual(['A001', 'A002', 'A003', 'A002']);
  expect(sent).toEqual([['A001'], ['A002', 'A003', 'A002']]);
});
test('a batch that fails fails its codes alone', async () => {
  let calls = 0;
  const scan = scanning(async (codes) => {
    calls += 1;
    if (calls === 1) throw new Error('网络中断');
    return codes.map(answer);
  });
  const first = scan('A001');
  const second = scan('A002');
  await expect(first).rejects.toThrow('网络中断');
  expect((await second)?.barcode).toBe('A002');
});
test('no call carries more than one may', async () => {
  const sizes: number[] = [];
  const scan = scanning(async (codes) => {
    sizes.push(codes.length);
    return codes.map(answer);
  });
  await Promise.all(Array.from({ length: 2 * BATCH + 2 }, (_, index) => scan(`A${index}`)));
  expect(sizes).toEqual([1, BATCH, BATCH, 1]);
});
