/** Administration: the menu manager's screen. */
import { inFile, type Row } from './row.ts';

const keyboard = inFile('tests/e2e/menus.test.ts');
const K = 'by keyboard alone';
const transfer = inFile('mfe-admin/src/screens/menu/transfer.test.ts');
const tree = inFile('root-config/src/ui/list/tree-rows.test.ts');
const menus = inFile('tests/flow/menus.test.ts');

export const ADMIN_MENUS: readonly Row[] = [
  {
    section: 'S2§2.7',
    rule: 'A tree table that folds, a drawer for add and edit, delete by name after a question, all by keyboard.',
    tests: [
      ...keyboard(
        `${K} a menu: branches unfold, its fields follow its type, an interface is bound; what is above it is never below it`,
      ),
      ...tree('what lies below a folded row stays away, however deep; what has nothing below it does not fold'),
    ],
  },
  {
    section: 'S2§4 menu',
    rule: 'Route, component, frame, path, permission, visibility and interfaces stand there by the type of the menu.',
    tests: [
      ...keyboard(
        `${K} a menu: branches unfold, its fields follow its type, an interface is bound; what is above it is never below it`,
      ),
      ...transfer('an interface stands on one side; every word that is typed must be in its name, method or address'),
    ],
  },
  {
    section: 'S2§2.7',
    rule: 'What is shipped says why it cannot be deleted; the drawer fits a phone.',
    ruling: 'R111',
    tests: keyboard(`${K} a shipped menu says why it stays; the drawer fits a phone, axe finds nothing serious there`),
  },
  {
    section: 'S2§2.7',
    rule: 'The tree is also answered as lines, filtered with all that is above what was found.',
    ruling: 'R101',
    tests: menus('a filtered tree has its matches with all above them'),
  },
  {
    section: 'S2§2.2, 2.6',
    rule: 'Users and roles are made, switched and changed with the keyboard alone.',
    tests: keyboard(`${K} a user`, `${K} a role`),
  },
];
