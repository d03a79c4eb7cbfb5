/** Administration: an unchanged console as a client. */
import { inFile, type Row } from './row.ts';

const shapes = inFile('tests/contract/admin-shapes.test.ts');

export const ADMIN_SHAPES: readonly Row[] = [
  {
    section: 'S2§7',
    rule: 'Responses carry code and msg, data holds the payload; code alone is enough for a client that reads nothing else.',
    ruling: 'R103',
    tests: shapes(
      'a console signs in and out every refusal has status 200 and says its own in code; the numbers of the house keep it',
    ),
  },
  {
    section: 'S2§7',
    rule: 'A record that a dialog sends back whole is saved: what is read-only or unknown is ignored.',
    ruling: 'R102',
    tests: shapes(
      'a console writes switches, scopes and passwords by their named fields, whatever else comes along',
      'a console writes deletes by numbers, by their texts, or by a list with commas',
    ),
  },
  {
    section: 'S2§2 routes',
    rule: 'A console is told only pages whose components it has, two levels deep, under its own names.',
    ruling: 'R100',
    tests: shapes('a console reads a menu of components that it has, at most two levels, under its own names'),
  },
  {
    section: 'S2§7 logs',
    rule: 'The documentation, the log socket and its farewell stand outside /api/v1.',
    ruling: 'R104',
    tests: shapes(
      'beside the API the documentation stands at the address that it knows, and may be framed',
      'beside the API the live log opens with the token in its address and closes by a call',
    ),
  },
];
