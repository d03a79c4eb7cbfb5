/** S2, as far as it stands: roles, departments, posts, tenants, dictionaries, parameters and logs. */
import { inFile, type Row } from './row.ts';

const roles = inFile('tests/flow/roles.test.ts');
const organisation = inFile('tests/flow/organisation.test.ts');
const screens = inFile('tests/e2e/administration.test.ts');
const ticks = inFile('mfe-admin/src/screens/role/ticks.test.ts');
const tree = inFile('services/system/roles/tree.test.ts');
const A = 'administration';

export const ADMINISTRATION: readonly Row[] = [
  {
    section: 'S2§2.6',
    rule: 'Roles are listed by name and key with a switch, made with a tree of the menu, and scoped in a dialog of its own.',
    tests: [
      ...roles(
        'roles are made, listed, found, edited by what is sent alone, and deleted',
        'roles the scope of rows is chosen apart; departments belong to one of the kinds alone',
      ),
      ...screens(
        `${A} a role is made by keyboard, its menu ticked branch by branch; a switch that is not confirmed stays`,
      ),
    ],
  },
  {
    section: 'S2§5 role',
    rule: 'Name, key and order must be given, each in its words; name and key are fixed afterwards; the role of administrators is fixed.',
    tests: roles(
      'roles every mistake is told at its field',
      'roles are made, listed, found, edited by what is sent alone, and deleted',
      'the ceiling the role of administrators is fixed',
    ),
  },
  {
    section: 'S2§2.6',
    rule: 'A parent is ticked only where all below it is granted; what is granted brings its page and area into the menu.',
    ruling: 'R101',
    tests: [
      ...roles('roles the tree ticks a page only with all below it; a page is in the menu with one key of it'),
      ...tree(
        'a parent is ticked only where all below it is granted, whether or not it is stored',
        'what names a parent that is gone stands at the root',
      ),
      ...ticks('a press ticks all below, the next none; parents go along only whole'),
    ],
  },
  {
    section: 'S2§6',
    rule: 'Nobody hands on menus or a scope beyond his own, edits a role above him or one that he holds; names alone are for choosing.',
    ruling: 'R107, R108',
    tests: roles(
      'the ceiling nobody hands on what he has not, edits a role above him or one of his own',
      'the ceiling who may give roles chooses from their names; anybody else sees none',
    ),
  },
  {
    section: 'S2§2.6',
    rule: 'A role with users stays, by name; two administrators never overwrite each other.',
    ruling: 'R111',
    tests: roles(
      'roles one that somebody has stays, by name; a switch off is felt at once',
      'roles two administrators edit one role: the second is told',
    ),
  },
  {
    section: 'S2§2.8',
    rule: 'Departments are a tree with query by name and status; a filtered tree keeps all that is above what was found.',
    ruling: 'R101',
    tests: [
      ...organisation('departments are a tree by their place; a filter keeps all that is above what was found'),
      ...screens(`${A} a department below another, by keyboard, after a mistake; the list shows where it lies`),
    ],
  },
  {
    section: 'S2§5 department',
    rule: 'Parent, name, order and leader must be given; telephone and mail have their form; none is under itself, and ten deep is the most.',
    tests: organisation(
      'departments every mistake is told at its field',
      'departments none is under itself or what is below it, also when two are moved at once; ten deep at most',
    ),
  },
  {
    section: 'S2§2.8',
    rule: 'A department that has people, here or below, or stands in a scope, stays; empty ones below go along.',
    ruling: 'R111',
    tests: organisation(
      'departments one with people in it or below, or in a data scope, stays, by name; empty ones below go with theirs',
    ),
  },
  {
    section: 'S2§2.9',
    rule: 'Posts have a code of their own, are listed ten a page, exported, and stay while somebody has one.',
    tests: organisation(
      'posts are listed by their place, found, exported; a code is its own',
      'posts one that somebody has stays, by name',
    ),
  },
  {
    section: 'S2§2.10',
    rule: 'Tenants are a register with dates and a fee, told of from their day of reminding to thirty days after their end.',
    ruling: 'R128',
    tests: organisation(
      'tenants are a register; dates in their order, a code its own',
      'tenants are told of from their day of reminding to thirty days after their end',
    ),
  },
  {
    section: 'S2§2.11, 2.13',
    rule: 'A type of dictionary leads to its data; names and keys of parameters are fixed once made.',
    tests: screens(
      `${A} a kind of dictionary leads to its values, a value is added there; name and key of a parameter are fixed`,
    ),
  },
  {
    section: 'S2§2.15, 2.16',
    rule: 'Both logs are listed, the address tells the rest on resting there, an operation opens into what was sent and what came of it.',
    tests: screens(`${A} what was asked of the house and by whom is told in the operation log, down to what was sent`),
  },
];
