import pg from 'pg';
import { BackendTerminatedError, ConnectionError } from 'slonik';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../event-store/port.ts';
import { faultOf, isNotMadeYet, isOfPlace } from './faults.ts';

const refused = (code: string): pg.DatabaseError => {
  const error = new pg.DatabaseError(`refused with ${code}`, 1, 'error');
  error.code = code;
  return error;
};
const systemError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

test.each([
  [
    'place',
    ['08006', '08P01', '25006', '40001', '40P01', '53200', '53300', '55P03', '57P01', '57P03', '58030', '28P01'],
  ],
  ['full', ['53100']],
  ['timeout', ['57014']],
  ['size', ['54000', '54001']],
  ['document', ['21000', '22003', '22P02', '23502', '23505', '23514']],
  ['bug', ['42P01', '42601', '0A000', 'XX000', 'XX001', '25P02']],
] as const)('SQLSTATE: %s', (fault, codes) => {
  for (const code of codes) expect([code, faultOf(refused(code))]).toEqual([code, fault]);
});

test('sockets, files and memory are of the place, and so is a store or a pool that is away', () => {
  for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EMFILE', 'EIO', 'ENOMEM'])
    expect([code, faultOf(systemError(code))]).toEqual([code, 'place']);
  for (const code of ['ENOSPC', 'EDQUOT']) expect(faultOf(systemError(code))).toBe('full');
  expect(faultOf(new StoreUnavailable('append'))).toBe('place');
  expect(faultOf(new ConnectionError('away'))).toBe('place');
  expect(faultOf(new BackendTerminatedError(new Error('gone')))).toBe('place');
  expect(faultOf(new Error('Connection terminated unexpectedly'))).toBe('place');
  expect(faultOf(new Error('Query read timeout'))).toBe('timeout');
  expect(faultOf(new RangeError('Array buffer allocation failed'))).toBe('place');
});

test('the heaviest of a chain of causes speaks', () => {
  expect(faultOf(new StoreUnavailable('append', { cause: refused('53100') }))).toBe('full');
  expect(faultOf(new Error('statement failed', { cause: refused('23514') }))).toBe('document');
  expect(faultOf(new StoreUnavailable('append', { cause: refused('22021') }))).toBe('place');
  expect(isOfPlace(new Error('outer', { cause: new Error('inner', { cause: refused('57P01') }) }))).toBe(true);
});

test('what a program does wrong is nobody else’s fault', () => {
  for (const error of [new TypeError('undefined is no function'), new Error('boom'), 'text', null, undefined])
    expect([faultOf(error), isOfPlace(error)]).toEqual(['bug', false]);
  const circle = new Error('round');
  circle.cause = circle;
  expect(faultOf(circle)).toBe('bug');
});

test('a view of a read model that is being made is not there yet; any other table that is missing is a fault', () => {
  const missing = (relation: string) =>
    Object.assign(new Error(`relation "${relation}" does not exist`), { code: '42P01' });
  expect(isNotMadeYet(new Error('Query failed', { cause: missing('live.till_money') }))).toBe(true);
  expect([missing('master.config'), new Error('"live.x"'), null].map(isNotMadeYet)).toEqual([false, false, false]);
});
