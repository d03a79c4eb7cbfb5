/** Administration: the registry of interfaces, and the settings. */
import { inFile, type Row } from './row.ts';

const apis = inFile('tests/flow/apis.test.ts');
const storage = inFile('tests/flow/storage.test.ts');
const screen = inFile('tests/e2e/settings.test.ts');
const S = 'system settings';

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
  {
    section: 'S2§2.13',
    rule: 'System settings have three tabs: built-in ones, object storage, and another that is empty.',
    ruling: 'R59',
    tests: screen(
      `${S} name, skin and side theme show at once; what is missing is said at its field`,
      `${S} a storage is tested before it is saved, by keyboard; its secret is not shown again`,
    ),
  },
  {
    section: 'S2§5 system settings',
    rule: 'An object storage has its kind, address, key, secret and bucket while it is on; a logo has 2 MB.',
    tests: storage(
      'what is missing or wrong is said at its field, and only while it is switched on',
      'type 2 answers a list of all files, type 1 takes one; a logo is smaller',
    ),
  },
  {
    section: 'S2§3 system config',
    rule: 'The secret of the storage is answered as ••••, which means unchanged when it comes back.',
    ruling: 'R114',
    tests: storage(
      'the secret leaves neither the house nor the database in clear, and its mask means unchanged',
      'with another key the storage counts as unset, the page says so, and the secret must be typed anew',
    ),
  },
  {
    section: 'S2§9 object storage',
    rule: 'Images load from /static/uploadfile/, or from the storage when it is on.',
    ruling: 'R106',
    tests: storage(
      'a picture goes to the storage with its thumbnail, and its address leads there for five minutes',
      'each picture is found by the settings that stored it, and pages may load it from there',
    ),
  },
];
