import { expect, test } from 'vitest';
import { bareRequest } from '../../tests/support/job-request.ts';
import { startRun } from './child.ts';

const MODULE = new URL('../../tests/chaos/support/stand-in-job.ts', import.meta.url);

test('a run that finds its disk full begins with a sentence that a page may show', async () => {
  const request = bareRequest('')({ type: '2', target: 'full', args: '', owner: 0 }, 0);
  const { status, output } = await startRun({ module: MODULE, request, timeoutS: 60 }, new AbortController().signal)
    .ended;
  expect([status, output.split('\n').slice(0, 2)]).toEqual([
    '1',
    ['磁盘空间不足，请腾出空间后再试', 'Error: ENOSPC: no space left on device, write'],
  ]);
});
