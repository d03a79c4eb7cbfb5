/** Values that no field should choke on, and what an honest answer to them looks like. */
import { expect } from 'vitest';
import type { Reply } from '../support/app.ts';

export const NASTY: readonly (readonly [name: string, value: unknown])[] = [
  ['too long', 'x'.repeat(5000)],
  ['too long in Chinese', '长'.repeat(600)],
  ['negative', -1],
  ['huge', 1e308],
  ['hugely negative', -1e308],
  ['beyond 32 bits', 2_147_483_648],
  ['beyond 53 bits', 9_007_199_254_740_992],
  ['many decimals', 1.234_567_89],
  ['NaN as text', 'NaN'],
  ['infinity as text', 'Infinity'],
  ['a number as text', '1e999'],
  ['true', true],
  ['script', '<script>alert(1)</script>'],
  ['quotes', `'; DROP TABLE es.events; --"`],
  ['emoji', '💍👍🏽'],
  ['full-width digits', '１２３'],
  ['NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a line separator', 'a\u2028b'],
  ['right-to-left', '\u202eabc'],
  ['an array', []],
  ['an array of text', ['x']],
  ['an object', {}],
  ['a deep object', { a: { b: [1] } }],
  ['null', null],
  ['blank', '   '],
];

const CHINESE = /[\u4e00-\u9fff]/;
/** Words that only come from the inside. */
const INSIDE = /\bat .*:\d+:\d+|node_modules|syntax error|violates|relation "|Error:|SELECT |INSERT |UPDATE |slonik/;

/** Never a fault, nothing from the inside, and a refusal says in Chinese what is wrong where. */
export const isHonest = (reply: Pick<Reply, 'status' | 'text' | 'body'>, what: string): void => {
  expect(reply.status, `${what}: ${reply.text.slice(0, 300)}`).toBeLessThan(500);
  expect(reply.text, what).not.toMatch(INSIDE);
  if (reply.status === 200) return;
  expect(reply.body.msg, what).toMatch(CHINESE);
  expect(reply.body.code, what).toBe(reply.status);
  if (reply.status !== 422) return;
  const problems = reply.body.data as readonly { path: string; message: string }[];
  expect(Array.isArray(problems), `${what}: ${reply.text.slice(0, 300)}`).toBe(true);
  expect(problems.length, what).toBeGreaterThan(0);
  for (const { path, message } of problems) {
    expect(typeof path, what).toBe('string');
    expect(message, what).toMatch(CHINESE);
  }
};

/** `body` with the value at `sellGoodsList.0.num` replaced. */
export const changed = (body: unknown, path: string, value: unknown): unknown => {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at: Record<string, unknown> = copy;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  at[last] = value;
  return copy;
};
