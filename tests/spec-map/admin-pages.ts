/** Administration: pages of S2§2.25–2.28. */
import { inFile, type Row } from './row.ts';

const pages = inFile('tests/e2e/special-pages.test.ts');
const atDesk = inFile('tests/e2e/menu-desk.test.ts');
const onPhone = inFile('tests/e2e/menu-phone.test.ts');
const orders = inFile('tests/flow/sale-lists.test.ts');
const files = inFile('mfe-admin/src/screens/demo/sheet-file.test.ts');
const week = inFile('mfe-admin/src/screens/demo/week.test.ts');
const P = 'special pages';

export const ADMIN_PAGES: readonly Row[] = [
  {
    section: 'S2§2.25',
    rule: 'The authorisation redirect keeps its query string for who asked and closes.',
    ruling: 'R129',
    tests: pages(
      `${P} a redirect keeps its query; 401 leads one step back; the way back from another service is kept for who asked`,
    ),
  },
  {
    section: 'S2§2.26, 2.27',
    rule: 'Dashboards, cards, forms, activity, to-dos and charts stand at a desk and on a phone.',
    ruling: 'R130',
    tests: [
      ...atDesk('every page at a desk rest'),
      ...onPhone('every page on a phone rest'),
      ...week(
        'seven days with what was sold, beside the same days of the week before; a day that is not told sold nothing',
      ),
    ],
  },
  {
    section: 'S2§7 demo',
    rule: 'GET /transaction/list answers the latest orders with number, time, person, price and status.',
    ruling: 'R129',
    tests: orders('dashboards are told the latest orders: number, time, seller, what was paid, audited or not'),
  },
  {
    section: 'S2§2.28, §5 Excel upload',
    rule: 'One .xlsx, .xls or .csv of at most 10 MB is shown as a table; three formats are written.',
    ruling: 'R38, R39',
    tests: [
      ...pages(`${P} a sheet that is chosen is shown; one of another kind is refused with the words`),
      ...files(
        'one file of a known kind up to 10 MB',
        'what is written is read again, whichever format',
        'a csv of an older Excel is not in UTF-8',
      ),
    ],
  },
];
