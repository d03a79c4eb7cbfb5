/** Which firings are due, missed, made up for; lines of cron; where HTTP jobs may go (R116, R118–R120). */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { cronProblem } from '../platform/base/cron.ts';
import { firingsOf, madeUpFor } from './firings.ts';
import { httpTargetProblem, leadsInside } from '../platform/outbound/addresses.ts';
import { Output } from './output.ts';

const at = (time: string): Date => new Date(`2026-11-25T${time}+08:00`);
const times = (all: readonly Date[]): readonly string[] => all.map((one) => one.toISOString().slice(11, 19));

test('a firing is due for a minute, then missed; of the missed each, one or none is made up for (S2§3/1)', () => {
  const { missed, due } = firingsOf('* * * * *', at('09:56:30'), at('10:00:30'));
  expect(times(missed)).toEqual(['01:57:00', '01:58:00', '01:59:00']);
  expect(times(due)).toEqual(['02:00:00']);
  expect(times(madeUpFor('1', missed))).toHaveLength(3);
  expect(times(madeUpFor('2', missed))).toEqual(['01:59:00']);
  expect(madeUpFor('3', missed)).toEqual([]);
  const night = firingsOf('* * * * * *', at('00:00:00'), at('10:00:00'));
  expect([night.missed.length, night.due.length]).toEqual([100, 61]);
});
test('a line has five fields, or six with seconds first, and names a moment to come (S2§5/1)', () => {
  for (const line of ['30 2 * * *', '0 30 2 * * *', '0 9 * JUL WED']) expect(cronProblem(line), line).toBeNull();
  for (const line of ['* * * *', '0 0 L * *', '0 0 ? * *', '0 0 30 2 *', '70 * * * *', '@daily'])
    expect(cronProblem(line), line).not.toBeNull();
});
test('an HTTP job goes to hosts that are named, by no address inside', () => {
  expect(httpTargetProblem('https://api.example.com/x', ['api.example.com'])).toBeNull();
  expect(httpTargetProblem('https://api.example.com/x', [])).toMatch(/不在允许的主机/);
  expect(httpTargetProblem('ftp://api.example.com', ['api.example.com'])).toMatch(/http/);
  for (const inside of ['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    expect(leadsInside(inside), inside).toBe(true);
  expect(leadsInside('93.184.216.34')).toBe(false);
});
test('of a long output its beginning and its end are kept', () => {
  const output = new Output();
  output.add(Buffer.from('begin'));
  for (let times64 = 0; times64 < 40; times64 += 1) output.add(Buffer.alloc(4096, 120));
  output.add(Buffer.from('end'));
  expect(output.text()).toMatch(/^begin[\s\S]*略去[\s\S]*end$/);
  expect(Buffer.byteLength(output.text())).toBeLessThan(66_000);
});

test('the alarm reads a line by the parser that judged it', () => {
  const here = createRequire(import.meta.url);
  const alarm = createRequire(here.resolve('node-schedule'));
  expect(alarm.resolve('cron-parser')).toBe(here.resolve('cron-parser'));
});
