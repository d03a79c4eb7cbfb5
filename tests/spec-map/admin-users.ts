/** Administration: users, one's own record, sessions. */
import { inFile, type Row } from './row.ts';

const imports = inFile('tests/flow/user-import.test.ts');
const screens = inFile('tests/e2e/users.test.ts');

export const ADMIN_USERS: readonly Row[] = [
  {
    section: 'S2§2.2',
    rule: 'Users stand beside their departments; a switch asks and stays when cancelled; forms tell their mistakes.',
    tests: screens(
      'users a user is made by keyboard after a mistake, found by department, switched only when confirmed',
    ),
  },
  {
    section: 'S2§2.2',
    rule: 'A table of people is imported whole or not at all; who exists only where that is asked.',
    ruling: 'R125',
    tests: [
      ...imports(
        'the template is what the import reads',
        'one wrong row and nothing is imported; every place is named',
        'who exists is changed only where that was asked, and only in what is filled',
        'five thousand people with half of them wrong leave nothing; all right ones come in',
      ),
      ...screens('users a table with a wrong row says which, and comes in once it is right'),
    ],
  },
  {
    section: 'S2§2.3',
    rule: 'A picture of oneself is at most 2 MB and answered as a console wants it.',
    ruling: 'R106',
    tests: imports('an avatar is a picture of at most 2 MB, answered as a console wants it'),
  },
  {
    section: 'S2§2.4',
    rule: 'The own record is seen and changed, the password with its rules, and the devices one is signed in on.',
    ruling: 'R115',
    tests: [
      ...screens('users everybody keeps his own record and ends his other sessions; nothing of it is cut on a phone'),
      ...imports('sessions are seen and ended; one ends his own only where he may not more'),
    ],
  },
];
