/** Finding one of 500,000 customers as a till does: two characters of the name, a piece of the number, initials; a new text each time. */
import { fillMaster } from './fill-master.mjs';
import { tillOf, withHouse } from './house.mjs';
import { atMost, inFolder, quantile, rounded, withPostgres } from './support.mjs';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 500_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const EACH = 300;
const WARM = 20;

const SURNAMES = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗';
const GIVEN = '伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超兰霞平刚桂花红梅建国文玉';
const LETTERS = { first: 'wlzcyhxsgmf', second: 'wfnxymjlqyctpghjg' };
const pick = (list, n) => list[n % list.length];
/** `digits` of a number that is like no other. */
const fragment = (n, digits) =>
  String((n * 7_919_777) % 999_999_937)
    .padStart(9, '0')
    .slice(-digits);
const KINDS = {
  'two characters of a name': (n) => pick(SURNAMES, n) + pick(GIVEN, Math.floor(n / 20)),
  'two characters from the middle': (n) => pick(GIVEN, n) + pick('一二三四五六七八九十', Math.floor(n / 30)),
  'four digits of a number': (n) => fragment(n + 17, 4),
  'seven digits of a number': (n) => fragment(n + 17, 7),
  'two initials': (n) => pick(LETTERS.first, n) + pick(LETTERS.second, Math.floor(n / 11)),
  'three initials': (n) => `${pick(LETTERS.first, n)}${pick(LETTERS.second, Math.floor(n / 11))}${pick('yesl', n)}`,
};

const measured = (url, folder) =>
  withHouse(url, folder, async ({ base, token }) => {
    const till = await tillOf(base, token);
    for (const [kind, text] of Object.entries(KINDS)) {
      const p99s = [];
      const medians = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const times = [];
        for (let n = 0; n < EACH + WARM; n += 1) {
          const path = encodeURI(`/base-customer?nameOrMobile=${text(round * EACH + n)}`);
          const from = performance.now();
          await till.call('GET', path);
          if (n >= WARM) times.push(performance.now() - from);
        }
        p99s.push(quantile(times, 0.99));
        medians.push(quantile(times, 0.5));
      }
      const because = `median ${rounded(Math.min(...medians))}–${rounded(Math.max(...medians))}`;
      const figure = `customer by ${kind}, of ${ROWS.toLocaleString('en')}, p99`;
      atMost({ figure, values: p99s, limit: 50, unit: 'ms', because });
    }
    till.close();
  });

/** `BENCH_DATABASE` names a filled database to use as it is. */
const given = process.env['BENCH_DATABASE'];
if (given === undefined) {
  await withPostgres(async (url, folder) => {
    await withHouse(url, folder, () => fillMaster(url, ROWS));
    await measured(url, folder);
  });
} else await inFolder((folder) => measured(given, folder));
