/** Administration: what R130 calls easily missed, sentence by sentence. */
import { inFile, type Row } from './row.ts';

const declared = inFile('tests/boundaries/administration.test.ts');
const shops = inFile('tests/security/shop-filters.test.ts');
const windows = inFile('tests/security/date-window.test.ts');
const logs = inFile('tests/flow/logs.test.ts');
const screens = inFile('tests/e2e/administration.test.ts');
const menus = inFile('tests/e2e/menus.test.ts');
const people = inFile('tests/e2e/users.test.ts');
const pages = inFile('tests/e2e/menu-desk.test.ts');
const generator = inFile('tests/flow/generator.test.ts');
const A = 'administration';
const ruling = 'R130';

export const ADMIN_MISSED: readonly Row[] = [
  {
    section: 'S2§9',
    rule: 'Pages have ten rows or twenty; lists that dialogs load whole take 1000, 10000 and 200.',
    ruling,
    tests: declared(
      'pages of lists have ten rows or twenty, as each is said to have',
      'lists that dialogs load whole take so many rows',
    ),
  },
  {
    section: 'S2§5',
    rule: 'Posts, roles, dictionaries, parameters and the operation log are exported; the generator tells its mistakes.',
    ruling,
    tests: [
      ...declared('posts, roles, dictionaries, parameters and the operation log go out as sheets by keys of their own'),
      ...generator('what does not fit is refused before a line is written, and says why'),
    ],
  },
  {
    section: 'S2§4',
    rule: 'A switch asks and goes back when cancelled; dialogs keep what was typed, a drawer shows what its type of menu has.',
    ruling,
    tests: [
      ...screens(
        `${A} a role is made by keyboard, its menu ticked branch by branch; a switch that is not confirmed stays`,
        `${A} a department below another, by keyboard, after a mistake; the list shows where it lies`,
      ),
      ...people('users a user is made by keyboard after a mistake, found by department, switched only when confirmed'),
      ...menus(
        'by keyboard alone a menu: branches unfold, its fields follow its type, an interface is bound; what is above it is never below it',
      ),
    ],
  },
  {
    section: 'S2§2.4, 2.27',
    rule: 'The profile and its demo, the home page and the dashboards, also that of the editor, are there.',
    ruling,
    tests: [
      ...people('users everybody keeps his own record and ends his other sessions; nothing of it is cut on a phone'),
      ...pages('every page at a desk rest'),
    ],
  },
  {
    section: 'S2§6 dates',
    rule: 'Whoever may not pick any day asks the logs, runs and reports for the last 45 days alone.',
    ruling,
    tests: [
      ...shops('logs: days before the window are refused in lists and sheets, those within are there'),
      ...logs('both logs whoever may read them may not take them away, and sees the days of his window'),
      ...windows('without dates nothing older than the window is shown, whoever may any day sees it'),
    ],
  },
  {
    section: 'S2§6 locked shops',
    rule: 'Users, rights, shops, papers, reports, documents and audits: another shop is refused, and nothing of it is shown.',
    ruling,
    tests: shops(
      'users and rights: another shop is refused; names to choose from are those of the own shops and of the whole chain',
      'shops: the own ones alone, in list, sheet, tree and record, and nothing of another is changed',
      'templates: no paper of another shop’s document',
      'reports: another shop is refused by rows, sums, pictures, explanations and sheets',
      'documents, tills and look-ups: another shop is refused',
      'self-audit: differences of the own shops alone',
    ),
  },
];
