/** Administration: who may sign in, how soon rights count, whose rows and whose persons are seen. */
import { inFile, type Row } from './row.ts';

const told = inFile('tests/flow/rights-told.test.ts');
const rows = inFile('tests/flow/data-scope.test.ts');
const scopes = inFile('services/system/data-scope.test.ts');
const snapshots = inFile('tests/flow/rights-snapshot.test.ts');
const persons = inFile('tests/security/persons.test.ts');

export const ADMIN_SCOPE: readonly Row[] = [
  {
    section: 'S2§6',
    rule: 'A user without an enabled role cannot sign in; sessions end when the last role goes.',
    ruling: 'R110',
    tests: told(
      'without an enabled role nobody signs in, and the log says why',
      'without an enabled role sessions end when the last role is disabled, and stay ended; another role keeps them',
      'without an enabled role sessions end when the roles are taken away',
    ),
  },
  {
    section: 'S2§6',
    rule: 'Somebody always is an administrator.',
    ruling: 'R110',
    tests: told('the last administrator is neither disabled nor stripped nor deleted, by two at once either'),
  },
  {
    section: 'S2§6',
    rule: 'Rights, shops, menus and the end of sessions count in every process as soon as they are written.',
    ruling: 'R115',
    tests: told(
      'another process knows of changed rights, shops and ended sessions as soon as they are written',
      'rights of whoever is signed in come from memory: a second request like the first reads none, one after a change reads them once',
    ),
  },
  {
    section: 'S2§6',
    rule: 'Telephones and addresses of customers and shoppers are masked without the right, in lists, records and sheets.',
    ruling: 'R114',
    tests: persons(
      'lists and records are masked without the right, and whole with it',
      'a whole number is found without the right, a part of one is not',
      'a mask that comes back leaves what is stored; what is typed anew is kept',
      'sheets of whoever may export and not see are masked',
    ),
  },
  {
    section: 'S2§4 data scope',
    rule: 'Documents are read, printed, exported, edited, deleted and audited within the scope of the roles together; stock is not.',
    ruling: 'R109',
    tests: [
      ...rows(
        'no list, sum, file or latest day shows another one’s rows; its own ones are there',
        'reports show no line of it',
        'nothing that is asked of one document by its id answers it',
        'records, histories, lines and papers of it are refused, and the refusal is logged',
        'it is not edited, deleted, audited or taken back, alone or among own ones',
        'stock is known to everybody: look-ups, who holds a piece, figures',
        'the start page adds up whose orders he sees',
        'cash of a person’s day is told to whoever made a part of it, others’ parts as a sum',
        'parked orders are listed to, taken and thrown away by whoever sees their maker’s rows',
        'who has a role: people in scope alone',
      ),
      ...scopes('several roles show what any of them shows; whoever has no department sees his own instead'),
    ],
  },
  {
    section: 'S2§4 data scope',
    rule: 'The department of a document is its maker’s of that time, the viewer’s that of today; a user is of his own.',
    ruling: 'R109',
    tests: rows(
      'a department is the creator’s of that time, and the viewer’s of today',
      'people: the list, a record, its history and every change',
    ),
  },
  {
    section: 'S2§6',
    rule: 'Rights as of a day: of one user, with that day’s changes, and who had a permission; days that were not kept are named.',
    ruling: 'R126',
    tests: snapshots(
      'rights of a day are those of its end, with what was changed in it and by whom',
      'who could: by permission, shop and day; a disabled role brings nothing',
      'whoever was deleted is still told of the days before',
      'days before the house kept them, and days to come, are named',
      'the auditor may ask, others may not; whoever is limited sees what he sees of people',
    ),
  },
];
