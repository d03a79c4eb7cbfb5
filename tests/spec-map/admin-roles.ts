/** Administration: roles, their trees and who may write them. */
import { inFile, type Row } from './row.ts';

const roles = inFile('tests/flow/roles.test.ts');
const menus = inFile('tests/flow/menus.test.ts');
const users = inFile('tests/flow/users.test.ts');
const scopes = inFile('services/system/data-scope.test.ts');

export const ADMIN_ROLES: readonly Row[] = [
  {
    section: 'S2§5 role',
    rule: 'Name, key and sort are required, the sort is not below 0; name and key stay as they were made.',
    tests: roles('a role wrong fields are named', 'a role has its defaults, and what an edit leaves out stays'),
  },
  {
    section: 'S2§2.6',
    rule: 'The list is filtered by name and key and ordered by each of its columns.',
    tests: roles('lists filters contain, whatever the case; every column orders'),
  },
  {
    section: 'S2§2.6',
    rule: 'The menu tree ticks an entry with children only when all below it is granted.',
    ruling: 'R101',
    tests: roles('a role an entry with children is told only when all below it is granted'),
  },
  {
    section: 'S2§4 data scope',
    rule: 'Five scopes; departments are kept for the second alone.',
    tests: roles('a role data scope: departments are of scope 2 alone'),
  },
  {
    section: 'S2§2.6',
    rule: 'Nobody hands on menus or a scope beyond his own, nor changes a role he holds.',
    ruling: 'R107',
    tests: [
      ...roles('nobody grants menus or a scope beyond his own, or edits his own role'),
      ...scopes('the widest of several roles counts'),
    ],
  },
  {
    section: 'S2§5 role',
    rule: 'The role of the super administrator keeps its name, key, status and rights and is not deleted.',
    ruling: 'R110',
    tests: roles('nobody changes what the super administrator may, nor deletes him'),
  },
  {
    section: 'S2§2.6',
    rule: 'A role that people have is not deleted: all or none, with names.',
    ruling: 'R111',
    tests: roles('nobody deletes a role that people have: all or none, with names'),
  },
  {
    section: 'S2§6',
    rule: 'Whoever gives roles to people sees their names only.',
    ruling: 'R108',
    tests: roles('lists whoever gives roles to people sees their names only; others see none'),
  },
  {
    section: 'S2§5 menu',
    rule: 'Title and sort are required, the sort is not below 0, a permission has at most 50 characters and three words.',
    ruling: 'R107',
    tests: menus('a menu wrong fields are named'),
  },
  {
    section: 'S2§4 menu',
    rule: 'A new menu is a directory at the root, shown and no frame.',
    tests: menus('a menu has its defaults, is edited in part, and tells its changes'),
  },
  {
    section: 'S2§2.7',
    rule: 'A parent exists, is no button, is not the menu itself nor below it; at most ten levels.',
    ruling: 'R101',
    tests: menus('a menu stands below what can hold it, never below itself, never too deep'),
  },
  {
    section: 'S2§2.7',
    rule: 'A menu goes with all below it and leaves every role; what is shipped stays.',
    ruling: 'R111',
    tests: menus('a menu goes with all below it and leaves every role; what is shipped stays'),
  },
  {
    section: 'S2§2.7',
    rule: 'An unchanged console is told only pages that it has, by its own names.',
    ruling: 'R100',
    tests: menus('the menu of a user a console is told its own pages only, by its own names'),
  },
  {
    section: 'S2§2.2',
    rule: 'Users are found by their department, alone or with all below it, and ordered by every column.',
    ruling: 'R105',
    tests: users(
      'a department stands for itself, between slashes for all below it too',
      'every column orders, both ways',
    ),
  },
  {
    section: 'S2§2.2',
    rule: 'What an edit leaves out stays; another first role takes the place of the first.',
    ruling: 'R102',
    tests: users('what an edit leaves out stays; another first role takes the place of the first'),
  },
  {
    section: 'S2§2.4',
    rule: 'Everybody reads and changes his own record, and nothing beyond it.',
    tests: users('everybody reads and changes his own record, and nothing beyond it'),
  },
];
