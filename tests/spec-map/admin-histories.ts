/** What was changed in records of the administration, who could do what, and what a console tries out. */
import { inFile, type Row } from './row.ts';

const records = inFile('tests/flow/organisation.test.ts');
const told = inFile('mfe-admin/src/sheets/change-words.test.ts');
const tried = inFile('tests/flow/login-sms.test.ts');
const auditor = inFile('tests/e2e/rights-and-audit.test.ts');
const rights = inFile('tests/flow/rights-snapshot.test.ts');

export const ADMIN_HISTORIES: readonly Row[] = [
  {
    section: 'S2§2.6–2.21',
    rule: 'Every record of the administration tells as a tab who changed it, when, from what to what.',
    ruling: 'R126',
    tests: [
      ...records(
        'what was changed in a record is told of shops, suppliers, template columns and parameters; of a shop to whoever may work in it',
        'what was changed in a record says that a design changed, not the whole of it; a dictionary answers for its own family',
      ),
      ...told(
        'columns are called as the form calls them, values as it names them; what is not told stays out',
        'of a list is told what went and what came; entries that say nothing are none',
        'a new record says what it began with',
      ),
    ],
  },
  {
    section: 'S2§2.13',
    rule: 'A test message tries out the mail server, and what it says is told.',
    ruling: 'R126',
    tests: tried('a letter tries out the mail server; what it says is told'),
  },
  {
    section: 'S2§6',
    rule: 'Who could do what on a day is told for a person and for a permission, on a screen and on paper.',
    ruling: 'R126',
    tests: [
      ...rights('rights of a day are those of its end, with what was changed in it and by whom'),
      ...auditor(
        '权限快照 and 自检 what somebody could do on a day and who could do a thing is read on a desk, a phone and paper',
        '权限快照 and 自检 the books are counted by a button; a difference opens with its rows and stands on every page',
      ),
    ],
  },
];
