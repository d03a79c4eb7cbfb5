import fs from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

const DATABASE = ['tests/support/global-database.ts'];
const ONE_DAY = 'tests/support/within-one-day.ts';
const STALLS = 'tests/support/stalls.ts';
const WEB = ['root-config/**', 'mfe-*/**'];
const NEVER = ['**/node_modules/**', '**/dist/**', 'site/**'];
const FLOWS = ['flow', 'contract', 'security'].map((folder) => `tests/${folder}/**/*.test.ts`);
const PAGES = WEB.flatMap((folder) => [`${folder}/*.test.ts`, `${folder}/*.test.tsx`]);
/** What others bring about (a read model, a notice, a queue) is waited for; the default gives up after a second. */
const POLLS = { poll: { timeout: 30_000 } };
/** A file that puts something in a module's place needs modules that nobody read before it. */
const mocking = (patterns: readonly string[]): string[] =>
  fs
    .globSync(patterns, { exclude: (name) => /^(node_modules|dist|site)$/.test(name) })
    .filter((file) => fs.readFileSync(file, 'utf8').includes('vi.mock('));
const MEASURING = ['jobs', 'lease-holder', 'move-log', 'standby'].map((name) => `tests/chaos/${name}.test.ts`);
type Chaos = {
  readonly include: string[];
  readonly exclude: string[];
  readonly order: number;
  readonly workers: number;
};
const chaos = (name: string, { include, exclude, order, workers }: Chaos) => ({
  test: {
    name,
    expect: POLLS,
    include,
    exclude,
    globalSetup: DATABASE,
    setupFiles: [ONE_DAY, STALLS],
    sequence: { groupOrder: order },
    maxWorkers: workers,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
/** The same project twice: files side by side in one reading of the house, and those that need their own. */
const together = <Test extends { name: string; exclude: string[] }>(test: Test, include: readonly string[]) => {
  const apart = mocking(include);
  return [
    { test: { ...test, include: [...include], exclude: [...test.exclude, ...apart], isolate: false } },
    { test: { ...test, name: `${test.name}-apart`, include: apart, isolate: true } },
  ];
};

// Generous times: on a busy machine everything is slow, and only a failure ever waits that long. No project is tried again;
// single tests are, which tests/boundaries/second-tries.test.ts lists with their reasons, and `npm test` names each that needed it.
// Files do not stand apart (`isolate: false`) where nothing outlives one: reading every module of the house anew for each
// took half of a flow's time.
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect: POLLS,
          isolate: false,
          include: ['house', 'services', 'projections', 'tests/boundaries', 'tests/spec-map'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          exclude: [...NEVER, '**/*.sql.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'sql',
          expect: POLLS,
          isolate: false,
          include: ['house/**/*.sql.test.ts', 'services/**/*.sql.test.ts', 'projections/**/*.sql.test.ts'],
          exclude: NEVER,
          globalSetup: DATABASE,
          setupFiles: [ONE_DAY, STALLS],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      ...together(
        {
          name: 'flow',
          expect: POLLS,
          exclude: NEVER,
          globalSetup: DATABASE,
          setupFiles: [ONE_DAY, STALLS, 'tests/support/keep-statements.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
        FLOWS,
      ),
      {
        test: {
          name: 'flow-eventstoredb',
          expect: POLLS,
          isolate: false,
          include: ['goods', 'goods-import', 'transfer', 'sale', 'long-streams'].map(
            (flow) => `tests/flow/${flow}.test.ts`,
          ),
          env: { TEST_EVENT_STORE: 'eventstoredb' },
          exclude: NEVER,
          globalSetup: DATABASE,
          setupFiles: [ONE_DAY, STALLS],
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      // After the others. Kills and restarts wait more than they reckon, so two files go side by side; then those alone
      // that measure how long a takeover or a switch takes.
      chaos('chaos', {
        include: ['tests/chaos/**/*.test.ts'],
        exclude: [...NEVER, ...MEASURING],
        order: 1,
        workers: 2,
      }),
      chaos('chaos-alone', { include: MEASURING, exclude: NEVER, order: 2, workers: 1 }),
      {
        test: {
          name: 'plans',
          include: ['tests/plans/**/*.test.ts'],
          exclude: NEVER,
          globalSetup: DATABASE,
          setupFiles: [ONE_DAY, STALLS],
          // After the flow tests, whose statements it asks about; beside the last of chaos, which measures nothing either.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: POLLS,
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: NEVER,
          globalSetup: [...DATABASE, 'tests/e2e/support/build-web.ts'],
          setupFiles: [ONE_DAY, STALLS],
          // A browser shares the machine with the house it talks to: two files at a time, as two processors can drive.
          sequence: { groupOrder: 3 },
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
      ...together({ name: 'web', environment: 'jsdom', exclude: NEVER, testTimeout: 30_000 }, PAGES),
    ],
  },
});
