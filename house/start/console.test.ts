import { afterEach, expect, test, vi } from 'vitest';
import { firstLogin, processLog, startSteps } from './console.ts';

afterEach(() => vi.restoreAllMocks());

test('a line a step with its seconds; the last one counts from where npm start began, and has the address', () => {
  const lines: string[] = [];
  let now = 10_000;
  const steps = startSteps(
    (line) => lines.push(line),
    { START_AT: '4000' },
    () => now,
  );
  now = 11_240;
  steps.done('数据库');
  now = 11_500;
  steps.done('读模型', '18 个');
  now = 12_000;
  steps.ready('http://127.0.0.1:8080');
  expect(lines).toEqual([
    '✓ 数据库     1.2 秒',
    '✓ 读模型     0.3 秒  18 个',
    '✓ 就绪       8.0 秒  http://127.0.0.1:8080',
  ]);
});
test('the first login is told once, and where the passwords are kept', () => {
  expect(firstLogin(null, { dataDir: '/data', demo: true })).toEqual([]);
  const told = firstLogin('secret', { dataDir: '/data', demo: true }).join('\n');
  for (const part of ['admin', 'secret', '/data/admin-password', '/data/demo-passwords']) expect(told).toContain(part);
  expect(firstLogin('secret', { dataDir: '/data', demo: false }).join('\n')).not.toContain('demo');
});
test('people read what went wrong, machines read JSON lines', () => {
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const speak = (env: NodeJS.ProcessEnv, isTerminal: boolean): string => {
    written.length = 0;
    const log = processLog(env, isTerminal);
    log.info('projection is live', { projection: 'sales' });
    log.error('start failed', { error: new Error('port is taken') });
    return written.join('');
  };
  expect(speak({}, true)).toBe('✗ start failed：port is taken\n');
  for (const machine of [speak({ LOG: 'json' }, true), speak({}, false)]) {
    const lines = machine.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(['info', 'error']);
  }
});
