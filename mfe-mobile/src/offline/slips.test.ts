import { beforeEach, expect, test } from 'vitest';
import { forgetSlips, keepSlip, keptSlip, rememberRecord, rememberShopper, type SlipStorage } from './slips.ts';

let kept: Map<string, Response>;
let marks: Map<string, string>;
let place: SlipStorage;
const addressOf = (request: RequestInfo | URL): string =>
  request instanceof Request ? new URL(request.url).pathname : String(request);
beforeEach(() => {
  kept = new Map();
  marks = new Map();
  const slips = {
    put: async (request: RequestInfo | URL, response: Response) => void kept.set(addressOf(request), response),
    match: async (request: RequestInfo | URL) => kept.get(addressOf(request))?.clone(),
    keys: async () => [...kept.keys()].map((address) => new Request(new URL(address, 'https://house.example'))),
    delete: async (request: RequestInfo | URL) => kept.delete(addressOf(request)),
  };
  place = {
    open: async () => slips,
    drop: async () => kept.clear(),
    marks: {
      getItem: (key) => marks.get(key) ?? null,
      setItem: (key, value) => void marks.set(key, value),
      removeItem: (key) => void marks.delete(key),
    },
    hash: async (text) => `h${text.length}`,
  };
});
const slip = { shopName: '罗湖店', list: [{ name: '足金戒指' }] };
const shownNow = async (id = '5') => (await keptSlip<typeof slip>(id, place))?.data ?? null;

test('a slip that was seen is there again, under a hash of who is signed in and nothing that names him', async () => {
  await rememberShopper({ openId: 'open-of-wang', customerId: 7 }, place);
  await keepSlip('5', slip, place);
  expect(await shownNow()).toEqual(slip);
  expect(await shownNow('6')).toBeNull();
  expect([...kept.keys(), ...marks.values()].join()).not.toContain('open-of-wang');
});
test('the same shopper who signs in again has his slips; another one, and another record, does not', async () => {
  const wang = { openId: 'open-of-wang', customerId: 7 };
  await rememberShopper(wang, place);
  await keepSlip('5', slip, place);
  await rememberShopper(wang, place);
  await rememberRecord(7, place);
  expect(await shownNow()).toEqual(slip);
  await rememberRecord(8, place);
  expect(await shownNow()).toBeNull();
  expect(kept.size).toBe(0);
  await rememberShopper(wang, place);
  await keepSlip('5', slip, place);
  await rememberShopper({ openId: 'open-of-li', customerId: 7 }, place);
  expect(kept.size).toBe(0);
});
test('unbinding and a 401 leave nothing, and nothing is kept for nobody', async () => {
  await rememberShopper({ openId: 'open-of-wang', customerId: 7 }, place);
  await keepSlip('5', slip, place);
  await forgetSlips(place);
  expect([kept.size, marks.size]).toEqual([0, 0]);
  await keepSlip('5', slip, place);
  expect(kept.size).toBe(0);
});
test('sixty are kept, the oldest goes; a full or forbidden store breaks no page', async () => {
  await rememberShopper({ openId: 'open-of-wang', customerId: 7 }, place);
  for (let id = 1; id <= 62; id += 1) await keepSlip(String(id), slip, place);
  expect(kept.size).toBe(60);
  expect([await shownNow('2'), await shownNow('3')]).toEqual([null, slip]);
  const full: SlipStorage = { ...place, open: () => Promise.reject(new Error('QuotaExceededError')) };
  await keepSlip('5', slip, full);
  expect(await keptSlip('5', full)).toBeNull();
});
test('where the browser has no service worker nothing is kept and nothing fails', async () => {
  await rememberShopper({ openId: 'a', customerId: 1 }, null);
  await keepSlip('5', slip, null);
  expect(await keptSlip('5', null)).toBeNull();
  await forgetSlips(null);
});
