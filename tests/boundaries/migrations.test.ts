/**
 * The release before goes on writing while this one starts beside it, so migrations add: what takes away or turns round comes a
 * release later, with a mark `-- contract: <since when nothing uses it>` (docs/operations.md, Upgrade).
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../house/start/prepare-master.ts';
import { customMigrations } from '../../services/master-data/slice.ts';
import { WIRE_IDS, type Migration } from '../../services/platform/base/migrate.ts';
import released from './released-migrations.json' with { type: 'json' };

const MARK = /^\s*-- contract: \S/m;
const TAKES_AWAY: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+COLUMN\b/i, 'drops a column'],
  [/\bDROP\s+(TABLE|VIEW|SEQUENCE|TYPE)\b/i, 'drops what others use'],
  [/\bRENAME\b/i, 'renames'],
  [/\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+DATA\s+)?TYPE\b/i, 'changes a type'],
  [
    /\bALTER\s+(COLUMN\s+)?\w+\s+(SET\s+NOT\s+NULL|DROP\s+DEFAULT)\b/i,
    'asks for what the release before does not write',
  ],
  [
    /\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+(?:(?!DEFAULT|GENERATED)[^,;])*\bNOT\s+NULL\b(?![^,;]*\b(?:DEFAULT|GENERATED)\b)/i,
    'adds a column that must be given',
  ],
];
const takenAway = ({ sql }: { readonly sql: string }): string[] =>
  MARK.test(sql)
    ? []
    : TAKES_AWAY.flatMap(([pattern, what]) => (pattern.test(sql.replaceAll(/'(?:[^']|'')*'/g, "''")) ? [what] : []));
/** Older than any release that runs beside this one. */
const BEFORE = new Set(['platform-007-session-families', 'master-data-007-numbers', 'platform-014-command-alone']);

test('a migration adds, or says since when nothing uses what it takes away', () => {
  const found = MIGRATIONS.filter(({ id }) => !BEFORE.has(id)).flatMap((one) =>
    takenAway(one).map((what) => `${one.id}: ${what}`),
  );
  expect(found).toEqual([]);
  expect(MIGRATIONS.length).toBeGreaterThan(50);
});
test('each way of taking away is found, and a mark lets it pass', () => {
  const sentences = [
    'ALTER TABLE a DROP COLUMN b',
    'DROP TABLE a',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'ALTER TABLE a ALTER COLUMN b TYPE text',
    'ALTER TABLE a ALTER b SET NOT NULL',
    'ALTER TABLE a ADD COLUMN b text NOT NULL',
  ];
  for (const sql of sentences) {
    expect(takenAway({ sql }), sql).toHaveLength(1);
    expect(takenAway({ sql: `-- contract: unused since 1.4\n${sql}` }), sql).toEqual([]);
  }
  for (const sql of ["ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT ''", 'CREATE TABLE a (b text NOT NULL)'])
    expect(takenAway({ sql }), sql).toEqual([]);
});

/** Sixteen digits: of what Postgres is told, whatever code it is put together by. */
const digestOf = ({ sql, repeat = '' }: Migration): string =>
  createHash('sha256').update(`${sql}\n${repeat}`).digest('hex').slice(0, 16);
/** Without those of an installation's own tables. */
const all = [WIRE_IDS, ...MIGRATIONS].filter((one) => !customMigrations.includes(one));
/** What of these is another than was written down, or is not there; then what is not written down. */
const strayed = (migrations: readonly Migration[], written: Readonly<Record<string, string>>): readonly string[] => {
  const found = new Map(migrations.map((one) => [one.id, digestOf(one)]));
  return [
    ...Object.entries(written).flatMap(([id, digest]) =>
      found.get(id) === digest ? [] : [`${id} was released: what it does stays as it was`],
    ),
    ...[...found].flatMap(([id, digest]) => (id in written ? [] : [`write down "${id}": "${digest}"`])),
  ];
};
test('a migration that was released never changes: a house of before has run it as it was', () => {
  expect(strayed(all, released)).toEqual([]);
  const order = Object.keys(released);
  expect(all.map(({ id }) => id).filter((id) => order.includes(id))).toEqual(order);
});
test('one that changes, falls away or is new is found', () => {
  const [first, ...others] = all as [Migration, ...Migration[]];
  expect(strayed(others, released)).toHaveLength(1);
  expect(strayed([{ ...first, sql: `${first.sql} ` }, ...others], released)).toHaveLength(1);
  expect(strayed([...all, { id: 'new', sql: '' }], released)).toHaveLength(1);
});
