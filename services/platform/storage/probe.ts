/** Whether an object storage can be used, step by step, before anybody's pictures go there (R60, R126). */
import { randomBytes } from 'node:crypto';
import { RefusedAddress } from '../outbound/addresses.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { Bucket, StorageFailed, type Access } from './bucket.ts';

/** Somebody waits before the page. */
const LIMIT_MS = 5_000;
export type ProbeStep = { readonly step: string; readonly ok: boolean; readonly message: string };

const messageOf = (error: unknown): string => {
  if (error instanceof StorageFailed) return error.message;
  throw error;
};
const done = (step: string): ProbeStep => ({ step, ok: true, message: '正常' });
const failed = (step: string, message: string): ProbeStep => ({ step, ok: false, message });

const isSame = async (answer: Response, bytes: Buffer): Promise<boolean> =>
  bytes.equals(Buffer.from(await answer.arrayBuffer()));
/** The address of pictures must show what was written. */
type Seeing = { readonly frontUrl: string; readonly key: string; readonly bytes: Buffer };
const seenFrom = async (call: Outbound, { frontUrl, key, bytes }: Seeing): Promise<ProbeStep> => {
  const step = '访问网址';
  try {
    const answer = await call(`${frontUrl.replace(/\/$/, '')}/${key}`, { signal: AbortSignal.timeout(LIMIT_MS) });
    if (!answer.ok) return failed(step, `访问网址回答 ${answer.status}，请检查网址和桶的公共读权限`);
    return (await isSame(answer, bytes)) ? done(step) : failed(step, '访问网址显示的不是刚写入的文件');
  } catch (error) {
    return failed(step, error instanceof RefusedAddress ? error.message : '连接不上访问网址');
  }
};

/** Writes, reads, shows and removes a small file; ends at the first step that fails, and leaves nothing behind. */
export const probeStorage = async (access: Access, frontUrl: string, call: Outbound): Promise<readonly ProbeStep[]> => {
  const bucket = new Bucket(access, call, LIMIT_MS);
  const key = `probe-${randomBytes(8).toString('hex')}.webp`;
  const bytes = randomBytes(32);
  const steps: ProbeStep[] = [];
  const go = async (step: string, work: () => Promise<string | null>): Promise<boolean> => {
    const problem = await work().catch(messageOf);
    steps.push(problem === null ? done(step) : failed(step, problem));
    return problem === null;
  };
  const wrote = await go('写入', async () => bucket.put(key, bytes).then(() => null));
  if (!wrote) return steps;
  const read = await go('读取', async () => ((await bucket.get(key)).equals(bytes) ? null : '读回的内容与写入的不同'));
  if (read && frontUrl !== '') steps.push(await seenFrom(call, { frontUrl, key, bytes }));
  await go('删除', async () => bucket.remove(key).then(() => null));
  return steps;
};
