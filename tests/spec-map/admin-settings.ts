/** Administration: the registry of interfaces. */
import { inFile, type Row } from './row.ts';

const apis = inFile('tests/flow/apis.test.ts');

export const ADMIN_SETTINGS: readonly Row[] = [
  {
    section: 'S2§2.12',
    rule: 'Interfaces are filtered by title, path and method, and every column orders.',
    tests: apis('the registry filters contain, method and type are exact; every column orders'),
  },
  {
    section: 'S2§5 API entry',
    rule: 'Title and path are required, the path stays; what is entered has a route.',
    ruling: 'R122',
    tests: apis(
      'the registry a title is kept at the next start; path and action are locked; changes are told',
      'the registry by hand only what has a route; what lost its route is marked, kept, and may go',
    ),
  },
  {
    section: 'S2§3 menu',
    rule: 'A menu names its interfaces; the roles that have it may call them.',
    ruling: 'R102',
    tests: apis(
      'an interface of a menu is open to the roles that have the menu, beside their keys, and closed again',
      'an interface of a menu must exist and ask for a key',
      'an interface of a menu is a right that nobody hands on without having it',
    ),
  },
];
