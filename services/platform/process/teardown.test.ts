import { expect, test } from 'vitest';
import { silentLog } from '../base/log.ts';
import { EndedMeanwhile, Teardown } from './teardown.ts';

const recording = () => {
  const stopped: string[] = [];
  const teardown = new Teardown();
  const part =
    (name: string, until: Promise<unknown> = Promise.resolve()) =>
    async () => {
      await until;
      stopped.push(name);
    };
  return { stopped, teardown, part };
};

test('parts stop in the opposite order, once', async () => {
  const { stopped, teardown, part } = recording();
  teardown.add('database', part('database'));
  teardown.add('http', part('http'));
  await Promise.all([teardown.run(silentLog), teardown.run(silentLog)]);
  expect(stopped).toEqual(['http', 'database']);
});

test('a part that is started during the end is stopped too, and the start is told', async () => {
  const { stopped, teardown, part } = recording();
  teardown.add('database', part('database'));
  const ending = teardown.run(silentLog);
  expect(() => teardown.add('store', part('store'))).toThrow(EndedMeanwhile);
  await ending;
  expect(() => teardown.add('late', part('late'))).toThrow(EndedMeanwhile);
  await teardown.run(silentLog);
  expect(stopped.toSorted()).toEqual(['database', 'late', 'store']);
});

test('in a hurry only what must not be left behind is stopped', async () => {
  const { stopped, teardown, part } = recording();
  const never = new Promise<void>(() => undefined);
  teardown.add('database', part('database'), { always: true });
  teardown.add('store', part('store'));
  teardown.add('http', part('http', never));
  const ending = teardown.run(silentLog);
  teardown.hurry();
  await ending;
  expect(stopped).toEqual(['database']);
});
