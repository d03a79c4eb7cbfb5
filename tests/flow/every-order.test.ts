/** Every GET with every order and every filter that its schema knows, each alone: an answer or a refusal, never a fault. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { describedCalls } from '../support/described.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
const Parameter = z.looseObject({ in: z.string(), name: z.string(), required: z.boolean().default(false) });
type Parameter = z.infer<typeof Parameter>;
type Get = { readonly path: string; readonly parameters: readonly Parameter[] };
let gets: readonly Get[] = [];
/** Ends sessions, asks another house, or waits on purpose. */
const LEFT_OUT = /refresh_token|\/logout|\/login|\/captcha|wslogout|start\/|remove\/|get-auth-url|\/wx\/code/;

beforeAll(async () => {
  chain = await startChain();
  await chain.stock();
  const consent = { customerId: chain.customerId, purpose: '消费记录', channel: '书面', proof: '会员卡申请表' };
  await chain.app.post('/base-customer-consent', consent);
  gets = (await describedCalls(chain.app))
    .filter(({ method, path }) => method === 'get' && path.startsWith('/api/v1/') && !LEFT_OUT.test(path))
    .map(({ path, operation }) => ({
      path: path.slice('/api/v1'.length),
      parameters: operation.parameters.map((one) => Parameter.parse(one)),
    }));
}, 60_000);
afterAll(() => chain.app.stop());

/** What a screen would send; a word that is none of its kind is refused, which is an answer too. */
const valueOf = (name: string): string => {
  if (/time$|at$|day$|from$|to$|date$/i.test(name)) return chain.today;
  if (/id$|num$|index$|size$|year|month|flag$|^status$/i.test(name)) return '1';
  return '戒指';
};
const asked = async (
  { path, parameters }: Get,
  more: readonly (readonly [string, string])[],
): Promise<string | null> => {
  const needed = parameters
    .filter(({ in: place, required, name }) => place === 'query' && required && !more.some(([one]) => one === name))
    .map(({ name }) => [name, valueOf(name)] as const);
  const query = new URLSearchParams([...needed, ...more].map(([name, value]) => [name, value]));
  const place = `${path.replaceAll(/\{\w+\}/g, '1')}?${query}`;
  const { status, text } = await chain.app.get(place, { waits: false });
  return status >= 500 ? `${status} ${place} ${text.slice(0, 160)}` : null;
};
const wrongOf = async (
  cases: readonly (readonly [Get, readonly (readonly [string, string])[]])[],
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const [get, more] of cases) {
    const fault = await asked(get, more);
    if (fault !== null) wrong.push(fault);
  }
  return wrong;
};
const inQuery = ({ parameters }: Get): string[] =>
  parameters.filter((one) => one.in === 'query').map(({ name }) => name);

test('every order, both ways', { timeout: 120_000 }, async () => {
  const cases = gets.flatMap((get) =>
    inQuery(get)
      .filter((name) => name.endsWith('Order'))
      .flatMap((name) => ['asc', 'desc'].map((way) => [get, [[name, way]]] as const)),
  );
  expect(cases.length).toBeGreaterThan(200);
  expect(await wrongOf(cases)).toEqual([]);
});

test('every filter alone, and none', { timeout: 240_000 }, async () => {
  const cases = gets.flatMap((get) => [
    [get, []] as const,
    ...inQuery(get)
      .filter((name) => !name.endsWith('Order'))
      .map((name) => [get, [[name, valueOf(name)]]] as const),
  ]);
  expect(cases.length).toBeGreaterThan(1_000);
  expect(await wrongOf(cases)).toEqual([]);
});
