import { AccessDeniedError, UnavailableError } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../port.ts';
import { failureOf } from './failures.ts';
import { untilReachable } from './reachable.ts';

const serviceError = (code: number, details: string) =>
  Object.assign(new Error(`${code} UNAVAILABLE: ${details}`), { code, details, metadata: { get: () => [] } });
const away = (details: string): Error => {
  const error = serviceError(14, details);
  return failureOf(new UnavailableError(error as never), 'head');
};
const tried = (failures: readonly Error[]) => {
  const told: string[] = [];
  let asked = 0;
  let waits = 0;
  const head = async (): Promise<number> => {
    const failure = failures[asked];
    asked += 1;
    if (failure !== undefined) throw failure;
    return -1;
  };
  const done = untilReachable({ head }, (message) => told.push(message), {
    wait: async () => {
      waits += 1;
    },
  });
  return { done, told, asked: () => asked, waits: () => waits };
};

test('a store that is away is waited for, said once in a while', async () => {
  const refused = away('No connection established. Last error: Error: connect ECONNREFUSED 127.0.0.1:2113');
  const try25 = tried(Array.from({ length: 25 }, () => refused));
  expect(await try25.done).toBeNull();
  expect([try25.asked(), try25.waits(), try25.told.length]).toEqual([26, 25, 2]);
});

test.each([
  ['主机名', away('Name resolution failed for target dns:nosuch:2113')],
  ['证书', away('No connection established. Last error: Error: self-signed certificate in certificate chain')],
  ['密码', failureOf(new AccessDeniedError(serviceError(7, 'denied') as never), 'head')],
])('a wrong %s is said at once', async (word, failure) => {
  const { done, waits } = tried([failure]);
  expect(await done).toContain(word);
  expect(waits()).toBe(0);
});

test('any other fault is no reason to wait', async () => {
  const { done } = tried([new TypeError('ours')]);
  await expect(done).rejects.toThrow('ours');
  const twice = tried([new StoreUnavailable('head')]);
  await twice.done;
  expect(twice.waits()).toBe(1);
});

test('who ends the house meanwhile waits no longer', async () => {
  const ended = new AbortController();
  const head = async (): Promise<number> => {
    ended.abort();
    throw new StoreUnavailable('head');
  };
  await expect(untilReachable({ head }, () => undefined, { signal: ended.signal })).rejects.toThrow(/abort/i);
});
