/**
 * Keeps every statement that the product sends while the flow tests run, once, for tests/plans. Statements that a test
 * sends itself are not the product's.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

export const STATEMENTS_DIR = path.join(import.meta.dirname, '../../.cache/statements');
const PLANNED = /^\s*(?:--[^\n]*\n\s*)*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;
/** Frames of a stack that say nothing about who asks. */
const UNTOLD = /node_modules|node:|support\/statements\.ts|platform\/base\/database\.ts/;
/** Tables of the kinds that support/forty-kinds invents, and of another log beside the house's; no other house has them. */
const INVENTED = /trial_\d|\banother\./;
const known = new Set<string>();

/** Deep enough to see who awaits the pool. */
const FRAMES = 60;
/** Whether the nearest frame that belongs to the project is a test's, or moves what a migration moves: all of it, once. */
const isNobodys = (): boolean => {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const frames = (new Error('who asks').stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = before;
  const nearest = frames.find((frame) => !UNTOLD.test(frame)) ?? '';
  return nearest.includes('/tests/') || nearest.includes('/platform/base/migrate.ts');
};
const keep = (text: string): void => {
  if (known.has(text)) return;
  known.add(text);
  if (!PLANNED.test(text) || INVENTED.test(text) || isNobodys()) return;
  const file = path.join(STATEMENTS_DIR, `${createHash('sha1').update(text).digest('hex')}.sql`);
  if (!fs.existsSync(file)) fs.writeFileSync(file, text);
};

let listening = false;
/** Listens to every connection of this process from now on. */
export const keepStatements = (): void => {
  if (listening) return;
  listening = true;
  fs.mkdirSync(STATEMENTS_DIR, { recursive: true });
  const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const heard = function heard(this: unknown, ...args: unknown[]): unknown {
    const [given] = args as [string | { readonly text?: string }];
    const text = typeof given === 'string' ? given : given.text;
    if (text !== undefined) keep(text);
    return query.apply(this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', heard);
};
