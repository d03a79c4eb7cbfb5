/** A job of type 1: an HTTP GET to a host that the installation names (R120). */
import http from 'node:http';
import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { httpTargetProblem, lookupFor, RefusedAddress } from '../../platform/outbound/addresses.ts';
import { JobFailed, type JobRun } from '../../platform/jobs/job-function.ts';

const TIMEOUT_MS = 30_000;
const TRIES = 3;
const PAUSE_MS = 1_000;
const MOST_BYTES = 16 * 1024;

type Answer = { readonly status: number; readonly text: string };
const textOf = async (response: http.IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > MOST_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8');
};
/** Redirects are answers like others: they are not followed. */
const get = (url: URL): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { get: send } = url.protocol === 'https:' ? https : http;
    // Not even a host that is named for other calls leads a job inside.
    send(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...lookupFor(url, []) }, (response) => {
      textOf(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    }).on('error', reject);
  });

const attempt = async (url: URL, say: JobRun['say']): Promise<boolean> => {
  try {
    const { status, text } = await get(url);
    say(`状态 ${status}`);
    if (text !== '') say(text);
    return status >= 200 && status < 300;
  } catch (error) {
    if (error instanceof RefusedAddress) throw new JobFailed(error.message, { cause: error });
    say(error instanceof Error && error.name === 'TimeoutError' ? '30秒内没有答复' : `没有答复：${String(error)}`);
    return false;
  }
};

/** @throws {JobFailed} when the address may not be called, or three tries were in vain. */
export const getOverHttp = async ({ target, httpHosts, say }: JobRun): Promise<void> => {
  const problem = httpTargetProblem(target, httpHosts);
  if (problem !== null) throw new JobFailed(problem);
  for (let tried = 1; tried <= TRIES; tried += 1) {
    say(`第${tried}次：GET ${target}`);
    if (await attempt(new URL(target), say)) return;
    if (tried < TRIES) await pause(PAUSE_MS);
  }
  throw new JobFailed(`${TRIES}次都没有成功`);
};
