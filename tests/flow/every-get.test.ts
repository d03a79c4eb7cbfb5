/** Every GET that the API documents, with numbers no table holds; and every export, read to its end. */
import * as xlsx from 'xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startChain, type Chain } from './shops.ts';

const Parameter = z.object({ in: z.string(), name: z.string() });
const Paths = z.record(
  z.string(),
  z.looseObject({ get: z.looseObject({ parameters: z.array(Parameter).optional() }).optional() }),
);
type Get = { readonly path: string; readonly parameters: readonly z.infer<typeof Parameter>[] };
let chain: Chain;
let gets: readonly Get[] = [];
beforeAll(async () => {
  chain = await startChain();
  await chain.stock();
  const { paths } = z.object({ paths: Paths }).parse((await chain.app.get('/swagger/json')).body);
  gets = Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined || !path.startsWith('/api/v1/')
      ? []
      : [{ path: path.replace('/api/v1', ''), parameters: get.parameters ?? [] }],
  );
});
afterAll(() => chain.app.stop());

const HUGE = '99999999999';
test('a number that is too large is refused or finds nothing', async () => {
  const wrong: string[] = [];
  for (const { path, parameters } of gets) {
    const place = path.replaceAll(/\{\w+\}/g, HUGE);
    const numbers = parameters.filter(({ in: where, name }) => where === 'query' && /id$/i.test(name));
    const others = parameters.filter(
      ({ in: where, name }) => where === 'query' && /time$|^type$|^barcode$/i.test(name),
    );
    const sample = others.map(({ name }) => `${name}=${/time$/i.test(name) ? chain.today : '1'}`);
    for (const query of [[], ...numbers.map(({ name }) => [`${name}=${HUGE}`])]) {
      const where = `${place}?${[...sample, ...query].join('&')}`;
      const { status } = await chain.app.get(where);
      if (status >= 500) wrong.push(`${status} ${where}`);
    }
  }
  expect(gets.length).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
});

test('every export is a sheet, now and at a moment', async () => {
  const exports = gets.filter(({ path }) => path.endsWith('/export'));
  expect(exports.length).toBeGreaterThan(10);
  for (const { path } of exports) {
    for (const moment of ['', `&asOf=${encodeURIComponent(new Date().toISOString())}`]) {
      const where = `${path}?beginTime=${chain.today}&endTime=${chain.today}${moment}`;
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
