/** Administration: roles, their trees and who may write them. */
import { inFile, type Row } from './row.ts';

const roles = inFile('tests/flow/roles.test.ts');
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
];
