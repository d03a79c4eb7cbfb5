/** S2, as far as it stands: roles, departments, posts, tenants, dictionaries, parameters and logs. */
import { ADMIN_MENUS } from './admin-menus.ts';
import { ADMIN_MONITOR } from './admin-monitor.ts';
import { ADMIN_AUDIT } from './admin-audit.ts';
import { ADMIN_JOBS } from './admin-jobs.ts';
import { ADMIN_BUILDER } from './admin-builder.ts';
import { ADMIN_GENERATOR } from './admin-generator.ts';
import { ADMIN_HISTORIES } from './admin-histories.ts';
import { ADMIN_LOGS } from './admin-logs.ts';
import { ADMIN_MISSED } from './admin-missed.ts';
import { ADMIN_PAGES } from './admin-pages.ts';
import { ADMIN_ROLES } from './admin-roles.ts';
import { ADMIN_SHAPES } from './admin-shapes.ts';
import { ADMIN_SCOPE } from './admin-scope.ts';
import { ADMIN_SETTINGS } from './admin-settings.ts';
import { ADMIN_USERS } from './admin-users.ts';
import { inFile, type Row } from './row.ts';

const organisation = inFile('tests/flow/organisation.test.ts');
const screens = inFile('tests/e2e/administration.test.ts');
const ticks = inFile('mfe-admin/src/screens/role/ticks.test.ts');
const A = 'administration';

export const ADMINISTRATION: readonly Row[] = [
  ...ADMIN_AUDIT,
  ...ADMIN_JOBS,
  ...ADMIN_PAGES,
  ...ADMIN_ROLES,
  ...ADMIN_HISTORIES,
  ...ADMIN_LOGS,
  ...ADMIN_MISSED,
  ...ADMIN_BUILDER,
  ...ADMIN_GENERATOR,
  ...ADMIN_SCOPE,
  ...ADMIN_SHAPES,
  ...ADMIN_MENUS,
  ...ADMIN_MONITOR,
  ...ADMIN_SETTINGS,
  ...ADMIN_USERS,
  {
    section: 'S2§2.6',
    rule: 'A role is made with a tree of the menu, scoped in a dialog of its own, and switched after a question.',
    tests: [
      ...screens(
        `${A} a role is made by keyboard, its menu ticked branch by branch; a switch that is not confirmed stays`,
      ),
      ...ticks('a press ticks all below, the next none; parents go along only whole'),
    ],
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
