/** Telephone numbers and addresses are in no log, whatever body, filter or address carried them. */
import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonLog } from 'services/platform/base/log';
import { ADMIN_PASSWORD, type Method } from '../support/app.ts';
import { startChain, type Chain } from '../flow/shops.ts';

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
};
type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
};
type Call = { readonly method: Method; readonly path: string; readonly operation: Operation };

const PHONE = '13987654321';
const STREET = '翠竹路1088号';
const ADDRESS = `广东省深圳市罗湖区${STREET}3栋`;
/** As people and programs write them: bare, in a sentence, in JSON that is a text, in a query string. */
const TEXTS = [
  PHONE,
  ADDRESS,
  `请联系+86 139-8765-4321，送到${ADDRESS}`,
  JSON.stringify({ 地址: ADDRESS, contact: { addr: [ADDRESS], tel: PHONE } }),
  JSON.stringify({ inner: JSON.stringify({ address: ADDRESS, mobile: PHONE }) }),
  `name=1&mobile=${PHONE}&addr=${ADDRESS}`,
  `/x?addr=${encodeURIComponent(ADDRESS)}${PHONE}`,
];
/** What would be left of one of them. */
const TELLS = /13[89][-. ]?8765[-. ]?4321|翠竹|(?<!\d)1088(?!\d)|深圳市|%E6%B7%B1%E5%9C%B3/;
/** Ids and moments are of nobody, and of so many one has the number of the house in it by chance. */
const CHANCE = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?/g;

/** They end the session that the others need, or take a file. */
const LEFT_OUT = /\/logout$|\/pwd\/|\/user\/status|\/login|\/captcha|import-file|importData|avatar/;
const RENEWS = /refresh_token/;
const lines: string[] = [];
const log = jsonLog({ write: (line) => void lines.push(line) });

let chain: Chain;
let calls: readonly Call[];
beforeAll(async () => {
  chain = await startChain({ log });
  const { paths } = (await chain.app.call('GET', '/swagger/json')).body as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .map(([method, operation]) => ({ method: method.toUpperCase() as Method, path, operation }))
      .filter((call) => !LEFT_OUT.test(call.path)),
  );
}, 60_000);
afterAll(() => chain.app.stop());

const ANYTHING = { phone: PHONE, 地址: { 详细: [ADDRESS] }, [PHONE]: 1, address: { street: ADDRESS } };
const leaf = (type: string | undefined, text: string): unknown => {
  if (type === 'integer' || type === 'number') return Number(PHONE);
  return type === 'object' || type === undefined ? { ...ANYTHING, remark: text } : text;
};
/** Every leaf is private; a place that takes anything gets a whole person. */
const filled = (schema: Schema, text: string, depth = 0): unknown => {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (depth > 6) return text;
  if (schema.anyOf?.[0] !== undefined) return filled(schema.anyOf[0], text, depth + 1);
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, filled(inner, text, depth + 1)]),
    );
  if (type === 'array') return [filled(schema.items ?? {}, text, depth + 1)];
  return leaf(type, text);
};
const bodyOf = ({ operation }: Call): Schema | undefined => operation.requestBody?.content['application/json']?.schema;
const pathOf = ({ path, operation }: Call, text: string): string => {
  const inPath = path.replaceAll(/\{\w+\}/g, encodeURIComponent(text));
  const query = (operation.parameters ?? [])
    .filter((one) => one.in === 'query')
    .map(({ name }) => `${name}=${encodeURIComponent(text)}`);
  return query.length === 0 ? inPath : `${inPath}?${query.join('&')}`;
};

const Row = z.object({ row: z.string() });
const rowsOf = (table: string): Promise<readonly string[]> =>
  chain.app.house.deps.master.anyFirst(
    sql.type(Row)`SELECT t::text AS row FROM ${sql.identifier(['master', table])} t ORDER BY id`,
  );
const telling = (rows: readonly string[]): readonly string[] =>
  rows.filter((row) => TELLS.test(row.replaceAll(CHANCE, '')));

test('each of the texts tells', () => {
  expect(TEXTS.filter((text) => !TELLS.test(text))).toEqual([]);
});
test('an id and a moment tell nothing', () => {
  expect(telling(['a261317f-1088-4e34-9d0a-e60b55a98f9e,"2026-11-23 00:27:53.1088+00"'])).toEqual([]);
});
test('what every route was sent', async () => {
  let asked = 0;
  for (const [index, call] of calls.entries()) {
    const text = TEXTS[index % TEXTS.length] ?? PHONE;
    const schema = bodyOf(call);
    const body = schema === undefined ? {} : { body: filled(schema, text) };
    // A session that is renewed is not the one that the others need.
    const token = RENEWS.test(call.path) ? { token: await chain.app.signIn('admin', ADMIN_PASSWORD) } : {};
    await chain.app.call(call.method, pathOf(call, text), {
      ...body,
      ...token,
      headers: { 'user-agent': encodeURIComponent(`console ${PHONE}`) },
    });
    asked += 1;
  }
  expect(asked).toBeGreaterThan(150);
  const operations = await rowsOf('command');
  expect(operations.length).toBeGreaterThan(80);
  expect(telling(operations)).toEqual([]);
}, 120_000);

test('what was written, refused and signed in with', async () => {
  const { app } = chain;
  const customer = { name: '李女士', mobile: PHONE, addr: ADDRESS, remark: TEXTS[2], status: '2' };
  const saved = await app.post('/base-customer', customer);
  expect(saved.status).toBe(200);
  const again = await app.post('/base-customer', customer);
  expect(again.status).toBeGreaterThanOrEqual(400);
  const seen = await app.get(`/base-customer/${Number(saved.body.data)}`);
  // Whoever may see the customer sees the whole of both.
  expect(seen.body.data).toMatchObject({ mobile: PHONE, addr: ADDRESS });
  await app.addUser({ username: PHONE });
  await app.signIn(PHONE);
  await app.post('/login', { username: `${PHONE} ${ADDRESS}`, password: 'x', rememberMe: false }, { token: null });
  const logins = await rowsOf('login_log');
  expect(logins.some((row) => row.includes('139••••4321'))).toBe(true);
  expect(telling(logins)).toEqual([]);
  expect(telling(await rowsOf('command'))).toEqual([]);
});

test('what a database quotes when it fails', async () => {
  const { app } = chain;
  const { master } = app.house.deps;
  await master.query(sql.unsafe`
    CREATE FUNCTION master.quoting() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room for %', NEW; END $$`);
  await master.query(sql.unsafe`
    CREATE TRIGGER quoting BEFORE INSERT ON master.customer FOR EACH ROW EXECUTE FUNCTION master.quoting()`);
  const body = { name: '赵女士', mobile: PHONE.replace('139', '138'), addr: ADDRESS, status: '2' };
  expect((await app.post('/base-customer', body)).status).toBe(500);
  expect(lines.some((one) => one.includes('no room for'))).toBe(true);
  expect(lines.some((one) => one.includes('138••••4321'))).toBe(true);
  log.error('kept', {
    error: new Error(`Key (mobile)=(${PHONE})`, { cause: new Error(ADDRESS) }),
    rows: [{ addr: [ADDRESS] }],
  });
  expect(lines.some((one) => one.includes('139••••4321'))).toBe(true);
  expect(telling(lines)).toEqual([]);
});
