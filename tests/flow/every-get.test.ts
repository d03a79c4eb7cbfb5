/** Every GET that the API documents, with numbers no table holds; and every export, read to its end. */
import * as xlsx from 'xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describedGets, type Get } from '../support/described.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
let gets: readonly Get[] = [];
beforeAll(async () => {
  chain = await startChain();
  await chain.stock();
  gets = await describedGets(chain.app);
});
afterAll(() => chain.app.stop());

const HUGE = '99999999999';
test('a number that is too large is refused or finds nothing', async () => {
  const wrong: string[] = [];
  for (const { path, names } of gets) {
    const place = path.replaceAll(/\{\w+\}/g, HUGE);
    const numbers = names.filter((name) => /id$/i.test(name));
    const others = names.filter((name) => /time$|^type$|^barcode$/i.test(name));
    const sample = others.map((name) => `${name}=${/time$/i.test(name) ? chain.today : '1'}`);
    for (const query of [[], ...numbers.map((name) => [`${name}=${HUGE}`])]) {
      const where = `${place}?${[...sample, ...query].join('&')}`;
      const { status } = await chain.app.get(where);
      if (status >= 500) wrong.push(`${status} ${where}`);
    }
  }
  expect(gets.length).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
});

/** What a report cannot be asked without, beside shop and days. */
const NEEDED: Readonly<Record<string, string>> = {
  '/report-gold-what-if/export': `&fineness=${encodeURIComponent('足金')}&price=600`,
};
test('every export is a sheet, now and at a moment', async () => {
  const exports = gets.filter(({ path }) => path.endsWith('/export'));
  expect(exports.length).toBeGreaterThan(10);
  for (const { path } of exports) {
    for (const moment of ['', `&asOf=${encodeURIComponent(new Date().toISOString())}`]) {
      const where = `${path}?shopId=${chain.home}&beginTime=${chain.today}&endTime=${chain.today}${NEEDED[path] ?? ''}${moment}`;
      const reply = await fetch(`${chain.app.url}/api/v1${where}`, {
        headers: { authorization: `Bearer ${chain.app.adminToken}` },
      });
      const bytes = Buffer.from(await reply.arrayBuffer());
      if (moment !== '' && reply.status === 422) continue;
      expect(reply.status, where).toBe(200);
      expect(xlsx.read(bytes).SheetNames, where).toHaveLength(1);
    }
  }
});
