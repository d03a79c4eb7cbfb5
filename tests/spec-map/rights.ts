/** S0§6: roles and permissions. */
import {
  inFile,
  checks,
  goods,
  locked,
  permissions,
  pictures,
  returns,
  stockRules,
  transfers,
  words,
  type Row,
} from './row.ts';

const W = 'the words of the stock screens';
const KEYS = [
  ...['list', 'add', 'edit', 'remove', 'audit', 'unaudit', 'batch', 'import'].map((key) => `biz:bizGoodsIn:${key}`),
  ...['list', 'add', 'edit', 'remove', 'audit', 'unaudit'].map((key) => `biz:bizAllocate:${key}`),
  ...['list', 'add', 'edit', 'remove', 'audit', 'unaudit'].map((key) => `biz:bizCheck:${key}`),
  ...['list', 'add', 'edit', 'remove', 'audit', 'unaudit'].map((key) => `biz:bizGoodsReturn:${key}`),
  'biz:bizGoodsCheck:list',
  'biz:bizGoodsAllocate:list',
  'report:reportGoodsFlow:list',
  'report:reportGoodsTurnover:list',
];
export const RIGHTS: readonly Row[] = [
  ...KEYS.map((key) => ({
    section: 'S0§6 keys',
    rule: `${key} guards its calls`,
    tests: permissions(`${key} opens its calls and nothing else does`),
  })),
  {
    section: 'S0§6 keys',
    rule: 'Every key can be granted, those of buttons alone too.',
    tests: permissions('all keys of the stock area are there to be granted'),
  },
  {
    section: 'S0§6 dates',
    rule: 'Days reach 45 back and none forward, unless a right allows any.',
    ruling: 'R5, R6',
    tests: [
      ...transfers('who may dates: 45 days back, none forward; another day is edited with a right only'),
      ...checks('life of the document dates, shops and rights'),
      ...returns('who may dates, shops and costs'),
      ...inFile('root-config/src/ui/pieces/date-window.test.ts')(
        '45 days back, none forward, unless any day is allowed',
      ),
    ],
  },
  {
    section: 'S0§6 locked shops',
    rule: 'Who is locked to a shop finds it chosen and fixed; the server keeps every other one closed.',
    ruling: 'R13',
    tests: [
      ...words(`${W} who is locked to one shop finds it chosen and cannot choose another`),
      ...locked(
        'nothing can be made in its name',
        'nothing of it can be changed, audited, taken back or deleted',
        'records, histories, prints and lives are not there',
      ),
    ],
  },
  {
    section: 'S0§6 users',
    rule: 'User 1 can be neither edited, deleted nor reset.',
    tests: inFile('tests/flow/system.test.ts')('users user 1 is protected, and nobody deletes themselves'),
  },
  {
    section: 'S0§6 photos',
    rule: 'Photos come from object storage where it is on, else from this server.',
    tests: inFile('tests/flow/storage.test.ts')(
      'a picture goes to the storage with its thumbnail, and its address leads there for five minutes',
    ),
  },
  {
    section: 'S0§6 camera',
    rule: 'The camera needs its right.',
    tests: pictures('pictures of a piece who may not take pictures is not offered the camera'),
  },
  {
    section: 'S0§6 costs',
    rule: 'Costs are seen with a right only.',
    ruling: 'R13',
    tests: [
      ...goods('an edit is the whole record; a stale one is told so; absent costs stay'),
      ...stockRules(
        'an edit by somebody who may not see costs neither shows nor changes one, whatever is sent; the rest is changed',
        'an edit by somebody who may not see costs with the right the same edit changes them',
      ),
    ],
  },
];
