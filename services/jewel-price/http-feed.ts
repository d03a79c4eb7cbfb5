/** A feed that answers JSON over HTTP. */
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { PriceFeed } from './contract.ts';
import { feedAnswer } from './feed-answer.ts';

const MOST_BYTES = 256 * 1024;

/** Reads no more than it will take. @throws {RangeError} when the answer is longer. */
const textOf = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > MOST_BYTES) throw new RangeError('the feed answered too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** @param url http or https; redirects are not followed, they could lead anywhere. */
export const httpFeed = (url: string, call: Outbound): PriceFeed => ({
  read: async (signal) => {
    const response = await call(url, { signal, headers: { accept: 'application/json' } });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the feed answered ${response.status}`);
    }
    return feedAnswer(JSON.parse(await textOf(response)));
  },
});
