/** Administration: the code generator. */
import { inFile, type Row } from './row.ts';

const settings = inFile('tests/flow/generator.test.ts');
const generated = inFile('tests/flow/generated.test.ts');
const screen = inFile('tests/e2e/generator.test.ts');

export const ADMIN_GENERATOR: readonly Row[] = [
  {
    section: 'S2§2.22',
    rule: 'Tables are imported several at once, found by name and description, edited, and forgotten.',
    ruling: 'R124',
    tests: [
      ...settings(
        'a table is imported once, changed by what is said of it alone, and forgotten',
        'quoted names, tables elsewhere and those without a key are refused, whole imports with them',
      ),
      ...screen('the generator a table is imported, edited in three tabs, and its files are looked at'),
    ],
  },
  {
    section: 'S2§2.22',
    rule: 'What is generated passes the checks of the project as it is: list, dialog, export, keys, menu and test.',
    ruling: 'R124',
    tests: generated('a table becomes list, dialog, export, keys, menu and test that pass every check as they are'),
  },
  {
    section: 'S2§7 generator',
    rule: 'Into the project only new files; one that differs stops all of it; nothing outside of it.',
    ruling: 'R124',
    tests: settings(
      'new files alone are written, the same once more changes nothing, and one that differs stops all of it',
      'a link that leads out of the project is no place to write',
      'nothing is written where the generator is off, by nobody without its key, and for no table that is not there',
    ),
  },
  {
    section: 'S2§7 generator',
    rule: 'Page and keys into the menu and into a migration, granted to nobody; the files as one download.',
    ruling: 'R124',
    tests: settings(
      'page and keys come into the menu once, by path and permission, and nobody is given them',
      'all files are taken along as one zip',
    ),
  },
  {
    section: 'S2§5 generator',
    rule: 'Names have their form; what does not fit is refused before a line is written.',
    tests: settings(
      'quoted names, tables elsewhere and those without a key are refused, whole imports with them',
      'what does not fit is refused before a line is written, and says why',
      'checks and foreign keys come along; what needs a function of this database is left out',
    ),
  },
];
