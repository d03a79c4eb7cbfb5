/** S2, scheduled jobs. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/jobs.test.ts');
const chaos = inFile('tests/chaos/jobs.test.ts');
const firings = inFile('services/jobs/firings.test.ts');
const drill = inFile('tests/flow/backup.test.ts');
const erased = inFile('tests/flow/erase.test.ts');

export const ADMIN_JOBS: readonly Row[] = [
  {
    section: 'S2§2.14',
    rule: 'Jobs are listed with when they run next; every run is kept with its outcome and what it said.',
    ruling: 'R119',
    tests: flow(
      'jobs start with the seeded eight; a row is what an unchanged console reads',
      'runs each is kept with what it said; one is deleted when it is stopped',
    ),
  },
  {
    section: 'S2§4 scheduled jobs',
    rule: 'A job that is not disabled can be started while entry_id is 0 and stopped while it is not.',
    ruling: 'R117',
    tests: flow(
      'jobs is started and stopped, edited by its number in the body, kept while disabled stopped; who saw another version is told',
    ),
  },
  {
    section: 'S2§5 scheduled job',
    rule: 'Name, group, line of cron, target and status must be given; args is a text; the target is known.',
    ruling: 'R120',
    tests: [
      ...flow('jobs every mistake is told at its field'),
      ...firings('a line has five fields, or six with seconds first, and names a moment to come'),
    ],
  },
  {
    section: 'S2§3 scheduled job',
    rule: 'A misfire policy says what is made up for: each missed firing, one for all, or none.',
    ruling: 'R116',
    tests: [
      ...firings('a firing is due for a minute, then missed; of the missed each, one or none is made up for'),
      ...chaos(
        'when its process is killed another takes over within five seconds: the run is 中断, and made up for as its job says',
      ),
    ],
  },
  {
    section: 'S2§3 scheduled job',
    rule: 'Runs of a job overlap only where it allows it; one that fails or hangs harms no other.',
    ruling: 'R118',
    tests: chaos(
      'one that throws, one that hangs and one that kills itself are failures of their own, and the schedule goes on',
      'a job that lasts longer than its interval is skipped and counted, one that may overlap runs five times at most',
    ),
  },
  {
    section: 'S2§3 scheduled job',
    rule: 'A job calls an address or a function; mail goes by the server of the installation.',
    ruling: 'R120',
    tests: flow(
      'against servers that stand in an interface is asked three times at most, redirects are not followed, other hosts are not called',
      'against servers that stand in yesterday’s report goes out as a sheet, reminders as a list; a box that is none is told',
    ),
  },
  {
    section: 'S2§3 scheduled job',
    rule: 'The back-up of the night is counted, put back whole and says nothing of whoever was erased.',
    ruling: 'R67',
    tests: [
      ...drill(
        'put back into an empty database lists, totals, the life of a piece and pictures are the same, and the log agrees with its seals',
        'the nightly job keeps as many as it is told, each counted',
      ),
      ...erased(
        'an archive of before says nothing of them, and a house restored from it neither; whoever stayed is there',
      ),
    ],
  },
];
