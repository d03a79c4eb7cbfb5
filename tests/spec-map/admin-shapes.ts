/** Administration: an unchanged console as a client. */
import { inFile, type Row } from './row.ts';

const sms = inFile('tests/flow/login-sms.test.ts');
const door = inFile('tests/e2e/sign-in.test.ts');
const SMS_DOOR =
  'with a code by SMS the code is sent to the name, the button counts down, and the door leads where it was asked to, with what else was asked';
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
      'a console writes what an edit leaves out stays as it is',
      'a console writes deletes by numbers, by their texts, or by a list with commas',
    ),
  },
  {
    section: 'S2§7',
    rule: 'Every call of the administration is answered in its shape, none left out; column settings and papers have exactly their fields.',
    tests: shapes(
      'the table of calls none of its calls was left out above',
      'the table of calls every list of the administration that goes out is among the sheets',
      'a console reads column settings of a category as they were saved, and what a document puts on paper: these fields and no others',
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
  {
    section: 'S2§2.1',
    rule: 'Sign-in shows a warning of the caps lock and the filing number, and goes to the redirect, keeping the other parameters.',
    tests: door(SMS_DOOR),
  },
  {
    section: 'S2§2.1',
    rule: 'A code by SMS takes the place of the picture, never of the password; it opens once, for five minutes.',
    ruling: 'R113',
    tests: sms(
      'the code opens the door once, with the password and never without it',
      'five wrong tries end a code, five minutes too',
      'unknown, disabled and phone-less accounts are answered alike, and nothing is sent',
      'an account waits a minute and has ten a day, an address twenty an hour',
      'a provider that is away is told as such, to everybody, and the try counts for nothing',
    ),
  },
  {
    section: 'S2§4 login',
    rule: 'The send button needs a user name, counts 60 seconds down, is disabled meanwhile, and reads 获取验证码 again.',
    tests: door(SMS_DOOR),
  },
  {
    section: 'S2§2.13',
    rule: 'Messages can be tried out; what the provider says is told.',
    ruling: 'R126',
    tests: sms('administrators try it out and read what the provider says'),
  },
];
