/** Administration: the server monitor and the live log. */
import { inFile, type Row } from './row.ts';

const monitor = inFile('tests/flow/monitor.test.ts');
const bands = inFile('mfe-admin/src/screens/monitor/bands.test.ts');
const listener = inFile('services/platform/live-log/listener.test.ts');
const lines = inFile('mfe-admin/src/screens/live-log/lines.test.ts');

export const ADMIN_MONITOR: readonly Row[] = [
  {
    section: 'S2§2.17',
    rule: 'The server monitor answers flat, to whoever has its key; limits of a container count.',
    ruling: 'R129',
    tests: monitor(
      'the server monitor answers flat, to whoever has the key',
      'the server monitor the limits of a container count, of either kind',
    ),
  },
  {
    section: 'S2§2.17',
    rule: 'Colours change at 20, 40, 60, 80 and 100 percent.',
    ruling: 'R129',
    tests: bands('a band ends at its bound'),
  },
  {
    section: 'S2§2.24',
    rule: 'The log comes line by line to whoever may read it, without secrets; a session that ends closes it.',
    ruling: 'R123',
    tests: [
      ...monitor(
        'the live log comes a line a frame, the last ones first, by level and without secrets',
        'the live log is for whoever may read it, each under a name of his own',
        'the live log three sockets a user, the fourth is refused',
        'the live log ends within a second of its session',
      ),
      ...listener('a slow reader loses lines and is told how many'),
    ],
  },
  {
    section: 'S2§4 live log',
    rule: 'A lost connection comes back by itself, and what is told again is shown once.',
    tests: lines(
      'what comes again is shown once, the oldest goes first',
      'each failure waits longer, up to a quarter of a minute',
    ),
  },
];
