/** The self-audit of every night, beside what S2 asks of jobs and logs. */
import { inFile, type Row } from './row.ts';

const audit = inFile('tests/flow/self-audit.test.ts');

export const ADMIN_AUDIT: readonly Row[] = [
  {
    section: 'S2§2.14',
    rule: 'Every night, and on demand, every total of a report is counted anew from the events; what differs is named, nothing is put right.',
    ruling: 'R126',
    tests: audit(
      'is asked for by its key, one at a time, and finds nothing where the books are right',
      'rows that say something else than the events are named, in every kind of report',
      'an order that is dearer in the read model is named by the night; nothing is put right, and the last one is told',
    ),
  },
];
