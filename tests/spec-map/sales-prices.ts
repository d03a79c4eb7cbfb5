/** S1 of quoted prices, the public display, the live board, and the till's price. */
import { inFile, type Row } from './row.ts';

const flow = inFile('tests/flow/quoted-prices.test.ts');
const decider = inFile('services/quoted-price/decider.test.ts');
const match = inFile('services/quoted-price/match.test.ts');
const tillPrice = inFile('services/sale/board-price.test.ts');
const feed = inFile('services/jewel-price/latest.test.ts');
const screen = inFile('tests/e2e/quoted-price.test.ts');
const live = inFile('tests/e2e/jewel-price.test.ts');

export const SALES_PRICES: readonly Row[] = [
  {
    section: 'S1§2.13',
    rule: 'The board is an editable table with an advertisement, a background and a remark; a link opens /report-price in a new tab.',
    tests: screen(
      'quoted prices the board is written by keyboard, a slip is asked about, and history tells who changed what',
      'quoted prices pictures are cut to their shape, one a slot, and the display opens in a new tab',
      'quoted prices the board has the address of the screen of each shop, to open or to copy',
    ),
  },
  {
    section: 'S1§2.14',
    rule: 'The public display needs no sign-in and shows name, content in per mille, price with unit, remark and pictures; it renews every 300000 ms.',
    tests: [
      ...screen(
        'quoted prices the screen in the shop needs no sign-in, on a television and on a phone',
        'quoted prices the screen in the shop renews itself every five minutes and goes on while the network is away',
        'quoted prices the screen of a shop bears its name, keeps the screen on, fills it by key, and starts with the last prices while the house is away',
        'quoted prices forty rows with long names stand on one television, upright too, and nothing is cut',
      ),
      ...flow(
        'who sees what the screen of a shop bears its name, that of the chain the chain’s; a shop that is none or is disabled has no screen',
      ),
      ...flow('who sees what the public sees what the board shows, and nothing that is not quoted'),
    ],
  },
  {
    section: 'S1§2.15',
    rule: 'Live metal prices: product, buyback, sale, high and low, renewed every 60 seconds, rising and falling marked; stale after five minutes.',
    ruling: 'R26',
    tests: [
      ...live('live metal prices show what the feed says, which way it went, and that it is old once it is'),
      ...feed(
        'fresh prices, asked for once by however many look, and which way they went',
        'away from the start: nothing, and it says so',
        'slow: a look does not wait for it, and nobody asks twice meanwhile',
      ),
    ],
  },
  {
    section: 'S1§5',
    rule: 'At least one row; sort at least 1 (0 and empty are numbered by place); cost and price at least 0; the unit is 元/克 unless said; the same gold twice is refused.',
    ruling: 'R77',
    tests: flow(
      'the board names what is wrong at its field',
      'the board keeps every version with who and when, numbers rows by their place and says what changed',
    ),
  },
  {
    section: 'S1§7',
    rule: 'GET, POST and PUT append and answer versions; history lists all with who and when; a later moment may be named.',
    ruling: 'R52',
    tests: [
      ...flow(
        'the board keeps every version with who and when, numbers rows by their place and says what changed',
        'the board a planned version waits; the look-up and the board show it as the next one',
        'the board answers as of a moment, by what was entered then and by the clock of then',
      ),
      ...decider('a correction of now leaves what is planned; a plan of the same moment takes its place'),
    ],
  },
  {
    section: 'S1§7',
    rule: 'get-price finds the row by name and content, and answers zeros where nothing fits.',
    ruling: 'R77',
    tests: [
      ...match('name and content, else the name for every content, else the only row of a name'),
      ...flow('the board before anything is quoted answers nothing, and nothing is the price'),
    ],
  },
  {
    section: 'S1§3',
    rule: 'What gold is bought for goes to who sells, buys old gold or quotes, never to the public.',
    ruling: 'R96',
    tests: flow(
      'who sees what the price is for everybody signed in, what gold is bought for only for who sells, buys or quotes',
      'who sees what the public sees what the board shows, and nothing that is not quoted',
    ),
  },
  {
    section: 'S1§3',
    rule: 'A sale line keeps the board’s price beside its own; a price that changed between scan and save is a 409 with old and new, and stored lines are not asked again.',
    ruling: 'R77',
    tests: [
      ...flow(
        'a sale is asked about when the board changed since the scan, once, and consents with the new price',
        'a sale of a day that is over takes the price of its end',
      ),
      ...tillPrice('a price that changed since the scan is asked about where the board makes the price'),
      ...screen('quoted prices the till takes the price, shows since when, and asks when it changed'),
    ],
  },
  {
    section: 'S1§9',
    rule: '一口价 is fixed, 按克 needs a price, unmarked plain gold goes by the gram when quoted.',
    ruling: 'R77',
    tests: [
      ...flow(
        'a sale takes the board’s price where none is sent, by the gram',
        'a sale at the tag when the seller says so',
        'a sale a piece sold by the gram alone needs a price',
      ),
      ...tillPrice('what the seller sent stands, 0 too'),
    ],
  },
];
