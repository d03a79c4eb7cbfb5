/** Pictures that events and rows name and that are not there: found by the job, told by 系统状态, and no longer once they are back. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { checkPictures } from '../../services/picture-check/job.ts';
import { openRawStore } from '../../house/log/open-store.ts';
import type { EventStore } from '../../services/platform/event-store/port.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import { dayOf } from '../../services/contracts/dates.ts';
import { SystemState } from '../../services/system-state/contract.ts';
import { startApp, type App } from '../support/app.ts';
import { saidInProcess } from '../support/run-in-process.ts';

const nameOf = (digit: string): string => `${digit.repeat(32)}.webp`;
const [KEPT, LOST, LATER, ELSEWHERE, OF_SHOP] = ['a', 'b', 'c', 'd', 'e'].map(nameOf) as [
  string,
  string,
  string,
  string,
  string,
];
let app: App;
let store: EventStore;
let folder = '';
let shopId = 0;
beforeAll(async () => {
  app = await startApp();
  const { config, databaseUrl } = app.house.deps;
  store = await openRawStore(config, databaseUrl);
  folder = path.join(app.dataDir, 'files');
  fs.mkdirSync(folder, { recursive: true });
  shopId = Number((await app.post('/base-shop', { name: '罗湖店', status: '2', remark: '' })).body.data);
});
afterAll(async () => {
  await store.close();
  await app.stop();
});

const receive = async (...pictures: string[]): Promise<void> => {
  const body = sampleBody({ shopId, supplierId: null, inStorageAt: dayOf(new Date()), pictures });
  const reply = await app.post('/biz-goods-in', body);
  expect(reply.status, reply.text).toBe(200);
};
const put = (name: string): void => fs.writeFileSync(path.join(folder, name), 'picture');
const ran = (args = ''): Promise<readonly string[]> =>
  saidInProcess(app, checkPictures, { args, rawStore: async () => store });
const line = async () => {
  const { lines } = SystemState.parse((await app.get('/sys-state')).body.data);
  return lines.find(({ name }) => name === 'pictures');
};
const Position = z.object({ position: z.int() });
const lookedTo = (): Promise<number> =>
  app.house.deps.master.oneFirst(sql.type(Position)`SELECT position FROM master.picture_check`);

test('what nobody has looked for is said; a lost one is named by whom, and by the page; those of a storage are there', async () => {
  expect(await line()).toMatchObject({ state: 'attention', text: '还没有核对' });
  put(KEPT);
  await app.house.deps.master.query(sql.unsafe`
    WITH place AS (
      INSERT INTO master.storage (endpoint, bucket, front_url, access_key_id, sealed_secret)
      VALUES ('https://storage.example', 'b', '', 'k', 's') RETURNING id)
    INSERT INTO master.upload (name, storage_id, user_id) SELECT ${ELSEWHERE}, id, 1 FROM place`);
  await receive(KEPT, LOST);
  await receive(ELSEWHERE);
  const said = await ran();
  expect(said[0]).toMatch(/^核对了 3 处图片$/);
  expect(said.slice(1)).toEqual([expect.stringMatching(new RegExp(`^缺少 ${LOST}（`))]);
  expect(await line()).toMatchObject({ state: 'bad', text: expect.stringContaining(`缺少 1 张，例如 ${LOST}（`) });
});

test('a run goes on where the last one ended, finds what rows name, and takes back what is there again', async () => {
  const before = await lookedTo();
  expect(before).toBe(await store.head());
  await receive(LATER);
  const shop = { name: '罗湖店', status: '2', remark: `/static/uploadfile/${OF_SHOP}` };
  expect((await app.put(`/base-shop/${shopId}`, shop)).status).toBe(200);
  put(LOST);
  const said = await ran();
  expect(said[0]).toMatch(/^核对了 2 处图片，1 张已找回$/);
  expect(said.slice(1).toSorted()).toEqual([
    expect.stringContaining(`缺少 ${LATER}（`),
    `缺少 ${OF_SHOP}（shop ${shopId}）`,
  ]);
  put(LATER);
  put(OF_SHOP);
  expect((await ran()).at(-1)).toBe('没有缺少的图片');
  expect(await line()).toMatchObject({ state: 'good', todo: '' });
});

test('from the first event on only where that is asked for, or the house was restored', async () => {
  fs.rmSync(path.join(folder, KEPT));
  expect((await ran()).at(-1)).toBe('没有缺少的图片');
  expect((await ran('全部')).at(-1)).toContain(`缺少 ${KEPT}`);
  await expect(ran('全')).rejects.toThrow('参数“全”不正确');
});
