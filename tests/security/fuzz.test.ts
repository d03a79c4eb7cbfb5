/** Every route of the API documentation, called with what nobody should send: never a fault, always the envelope. */
import fc from 'fast-check';
import { addressOf } from 'services/contracts/route';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Method, Reply } from '../support/app.ts';
import { askInProcess, type Answered } from '../support/in-process.ts';
import { NASTY, isHonest } from '../flow/bad-input.ts';
import { startChain, type Chain } from '../flow/shops.ts';
import { describedCalls, type Operation } from '../support/described.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
};
type Body = { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> } | undefined;
type Call = { readonly method: Method; readonly path: string; readonly operation: Operation };

/** Per route; FUZZ_RUNS and FUZZ_SEED look further. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
/** Of those of a route so many go over HTTP, and all of one that takes files or is of shoppers; what a route does is the same without it. */
const ON_WIRE = 4;
/** They end or renew the session that the others need, or take a minute on purpose. */
const LEFT_OUT = /refresh_token|\/logout$|\/pwd\/|\/user\/status|\/login|\/captcha|import-file|importData|avatar/;

let chain: Chain;
let calls: readonly Call[];
let asked = 0;
/** So many requests at least, over all routes. */
const REQUESTS = 3_000;
beforeAll(async () => {
  chain = await startChain();
  for (let n = 0; n < 3; n += 1) await chain.stock();
  calls = (await describedCalls(chain.app))
    .filter(({ method, path }) => ['get', 'post', 'put', 'delete'].includes(method) && !LEFT_OUT.test(path))
    .map(({ method, path, operation }) => ({ method: method.toUpperCase() as Method, path, operation }));
}, 60_000);
afterAll(() => chain.app.stop());

const nasty = fc.constantFrom(...NASTY.map(([, value]) => value));
const text = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom('1', '2', '0', '2026-11-01', '2026-02-30', '0000-00-00', '9999-12-31', 'asc'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '-1',
      '3000000000',
      '9007199254740993',
      '1e308',
      'NaN',
      '1.5',
      '１２',
      '%',
      '_',
      '\\',
      "'",
      '',
    ),
  },
  {
    weight: 1,
    arbitrary: nasty.map((value) => (typeof value === 'string' ? value.slice(0, 3000) : JSON.stringify(value))),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

const typesOf = ({ type }: Schema): readonly string[] => (typeof type === 'string' ? [type] : (type ?? []));
/** Values of the types that hold no others. */
const plain = (type: string | undefined): fc.Arbitrary<unknown> => {
  if (type === 'integer') return fc.constantFrom(1, 2, 3, 10, 999_999, 2_147_483_648);
  if (type === 'number') return fc.constantFrom(0, 1, 1.5, 99_999_999.99, 2238);
  if (type === 'boolean') return fc.boolean();
  return fc.constantFrom('1', '2', '戒指', '足金', '2026-11-01', chain.today, 'admin', '标准标签', '现金', '');
};
const plausible = (schema: Schema, depth: number): fc.Arbitrary<unknown> => {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined && schema.anyOf.length > 0) {
    return fc.oneof(...schema.anyOf.map((one) => fitting(one, depth)));
  }
  const [type] = typesOf(schema);
  if (schema.properties !== undefined) return objectOf(schema.properties, depth);
  if (type === 'array') return fc.array(fitting(schema.items ?? {}, depth + 1), { maxLength: 3 });
  return plain(type);
};
/** Mostly what the schema asks for, sometimes not. */
const fitting = (schema: Schema, depth = 0): fc.Arbitrary<unknown> =>
  depth > 4
    ? fc.constant(null)
    : fc.oneof({ weight: 9, arbitrary: plausible(schema, depth) }, { weight: 1, arbitrary: nasty });
const objectOf = (properties: Readonly<Record<string, Schema>>, depth: number): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema, depth + 1)])),
    { requiredKeys: depth === 0 ? [] : Object.keys(properties) },
  );

const parametersOf = ({ operation }: Call, where: string): readonly string[] =>
  operation.parameters.filter((one) => one.in === where).map(({ name }) => name);

const address = (call: Call): fc.Arbitrary<string> => {
  const steps = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const queries = parametersOf(call, 'query');
  return fc
    .record({
      steps: fc.tuple(...steps.map(() => text.filter((value) => value !== '' && value.length < 200))),
      query: fc.shuffledSubarray([...queries, 'unknown']).map((names) => names.slice(0, 5)),
      asOf: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: text }),
      values: fc.array(text, { minLength: 8, maxLength: 8 }),
      twice: fc.boolean(),
    })
    .map(({ steps: given, query, values, asOf, twice }) => {
      const path = steps.reduce(
        (built, name, n) => built.replace(`{${name}}`, encodeURIComponent((given[n] ?? '').toWellFormed())),
        call.path,
      );
      const search = new URLSearchParams(query.map((name, n) => [name, values[n] ?? '']));
      if (asOf !== null) search.append('asOf', asOf);
      if (twice && query[0] !== undefined) search.append(query[0], values[7] ?? '');
      return `${path}?${search.toString()}`;
    });
};
const bodyOf = ({ operation }: Call): fc.Arbitrary<unknown> => {
  const schema = (operation.requestBody as Body)?.content['application/json']?.schema;
  return schema === undefined
    ? fc.constantFrom(undefined, {}, { ids: [1] }, { ids: [999_999] }, { ids: ['x'] }, { ids: [], reason: '' })
    : fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: nasty });
};

const isEnvelope = (reply: Reply, what: string): void => {
  const type = reply.headers.get('content-type') ?? '';
  if (reply.status === 200 && !type.includes('json')) return;
  isHonest(reply, what);
};
type Drawn = { readonly where: string; readonly body: unknown };
const askOnWire = async (method: Method, { where, body }: Drawn, what: string): Promise<Answered> => {
  const reply = await chain.app.call(method, where, { body, waits: false });
  isEnvelope(reply, what);
  return reply;
};
const askDirectly = async (method: Method, { where, body }: Drawn, what: string): Promise<Answered> => {
  const reply = await askInProcess(chain.app, [method, where], body);
  if (reply.text !== '') isHonest(reply, what);
  return reply;
};
/** Files, pages and everything that lives by cookies is of HTTP alone. */
const isOfWire = ({ method, path }: Call): boolean => {
  const route = chain.app.house.routes.find(
    (one) => one.method === method && addressOf(one) === path.replaceAll(/\{(\w+)\}/g, ':$1'),
  );
  return (
    route === undefined || route.absolute === true || route.multipart !== undefined || path.startsWith('/api/v1/wx/')
  );
};

const fuzz = async (method: Method): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const call of calls.filter((one) => one.method === method)) {
    const wanted = fc.record({ where: address(call), body: method === 'GET' ? fc.constant(undefined) : bodyOf(call) });
    const onWire = isOfWire(call) ? RUNS : ON_WIRE;
    let runs = 0;
    const once = fc.asyncProperty(wanted, async (drawn) => {
      asked += 1;
      runs += 1;
      const what = `${method} ${drawn.where} ${JSON.stringify(drawn.body)?.slice(0, 400)}`;
      const reply = await (runs <= onWire ? askOnWire : askDirectly)(method, drawn, what);
      // Shoppers have a session of their own; the staff's is none.
      if (!drawn.where.startsWith('/api/v1/wx/')) expect(reply.status, drawn.where).not.toBe(401);
    });
    const outcome = await fc.check(once, { numRuns: RUNS, endOnFailure: true, seed: SEED });
    if (outcome.failed) faults.push(`${call.method} ${call.path}: ${String(outcome.errorInstance).slice(0, 900)}`);
  }
  return faults;
};

test('the documentation names the routes', () => {
  expect(calls.length).toBeGreaterThan(80);
});
test('GET', async () => expect(await fuzz('GET')).toEqual([]), 300_000);
test('POST', async () => expect(await fuzz('POST')).toEqual([]), 300_000);
test('PUT', async () => expect(await fuzz('PUT')).toEqual([]), 300_000);
test('DELETE', async () => expect(await fuzz('DELETE')).toEqual([]), 300_000);
test('and the house is well', async () => {
  expect(asked).toBeGreaterThanOrEqual(REQUESTS);
  await chain.app.house.caughtUp();
  expect(chain.app.house.health().filter(({ state, parked }) => state === 'failed' || parked.length > 0)).toEqual([]);
});
