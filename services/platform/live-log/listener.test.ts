import { expect, test } from 'vitest';
import { LogListener } from './listener.ts';
import { placeFor, PER_PROCESS } from './listeners.ts';
import { LogTail } from './tail.ts';
import { silentLog } from '../base/log.ts';

const slowSocket = () => {
  const sent: string[] = [];
  const socket = {
    bufferedAmount: 0,
    send: (text: string) => void sent.push(text),
    close: () => undefined,
    terminate: () => undefined,
    ping: () => undefined,
    on: () => undefined,
  };
  return { sent, socket };
};
const wish = {
  id: 'a',
  pass: { token: 't' },
  told: (text: string) => text,
  userId: 1,
  level: 'info',
  jobsOnly: false,
} as const;

test('a slow reader loses lines and is told how many (S2§2.24/1)', () => {
  const tail = new LogTail();
  const log = tail.tap(silentLog);
  const { sent, socket } = slowSocket();
  const listener = new LogListener(socket as never, wish, tail);
  socket.bufferedAmount = 1_000_000;
  log.info('lost');
  log.info('lost too');
  socket.bufferedAmount = 0;
  listener.tellMissed();
  log.info('heard');
  listener.end();
  log.info('nobody');
  expect(sent.map((line) => line.slice(13))).toEqual(['WARN 读取太慢，略过2行', 'INFO heard']);
});
test('with the right for jobs alone, only what jobs say', () => {
  const tail = new LogTail();
  const log = tail.tap(silentLog);
  const { sent, socket } = slowSocket();
  new LogListener(socket as never, { ...wish, jobsOnly: true }, tail);
  log.info('of the house');
  log.info('of a job', { job: 7 });
  expect(sent).toHaveLength(1);
});
test('an error is not pushed out by what is said all day', () => {
  const tail = new LogTail();
  const log = tail.tap(silentLog);
  log.error('bad');
  for (let index = 0; index < 300; index += 1) log.info('usual');
  expect([tail.last('info').length, tail.last('error').length]).toEqual([200, 1]);
});
test('a process has so many places, a name is one person’s', () => {
  const all = Array.from({ length: PER_PROCESS }, (_, index) => ({ id: `n${index}`, userId: index }));
  expect(placeFor(all, { id: 'new', userId: 999 })).toBe('full');
  expect(placeFor(all, { id: 'n1', userId: 2 })).toBe('taken');
  expect(placeFor(all, { id: 'n1', userId: 1 })).toEqual({ replaced: all[1] });
});
