/**
 * Read models of a million pieces without a log: the projectors' own folds make the rows of a few thousand lives,
 * Postgres repeats them, later and with other numbers each time. The house has made the tables and finds no events.
 */
import { projections } from 'projections/registry';
import { LAST_DAY } from './events.mjs';
import { withHouse } from './house.mjs';
import { livesOf } from './lives.mjs';
import { connect, inFolder, withPostgres } from './support.mjs';

/** So often the lives are repeated, each time for so many days more: 720 days in all. */
const COPIES = 80;
const DAYS = 9;
const ROWS_AT_ONCE = 500;
const firstDay = new Date(Date.parse(LAST_DAY) - (COPIES * DAYS - 1) * 86_400_000).toISOString().slice(0, 10);

/** Rows of a projection after the events. */
const foldedRows = (projection, events) => {
  const wanted = projection.events.includes('*')
    ? events
    : events.filter((one) => projection.events.includes(one.type));
  if (projection.kind === 'ledger') {
    let last = null;
    return wanted.flatMap((event) => {
      const rows = projection.rows(event, last);
      last = rows.at(-1) ?? last;
      return rows.map((row, line) => ({ position: event.position, line, at: event.meta.at, ...row }));
    });
  }
  const byKey = new Map();
  for (const event of wanted) {
    const key = projection.keyOf(event);
    if (key !== null) byKey.set(key, projection.fold(byKey.get(key) ?? [], event));
  }
  return [...byKey.values()].flat();
};

/** What column `name` holds in copy $1: numbers that name something move on, days and moments get later. */
const inCopy = ({ name, type }, { pieces, events }) => {
  const column = `s."${name}"`;
  const numbered = (prefix, digits, step) =>
    `CASE WHEN ${column} = '' THEN '' ELSE '${prefix}' || lpad((substr(${column}, ${prefix.length + 1})::bigint + $1 * ${step})::text, ${digits}, '0') END`;
  if (name.endsWith('position')) return `${column} + $1 * ${events}`;
  if (type === 'date') return `least(${column} + $1 * ${DAYS}, '${LAST_DAY}'::date)`;
  if (type.startsWith('timestamp'))
    return `least(${column} + $1 * interval '${DAYS} days', '${LAST_DAY} 20:00:00+08'::timestamptz)`;
  switch (name) {
    case 'row_id':
      return `${column} + $1 * ${3 * pieces}`;
    case 'barcode':
      return numbered('2026', 8, pieces);
    case 'batch_no':
      return numbered('P', 6, Math.ceil(pieces / 200));
    case 'certificate_no':
      return numbered('GTC', 9, pieces);
    case 'document_id':
      return `${column} + $1 * ${8 * pieces}`;
    case 'document_no':
      return `left(${column}, 2) || (s.document_id + $1 * ${8 * pieces})`;
    case 'event_id':
      return `overlay(${column} placing lpad(to_hex($1), 4, '0') from 10 for 4)`;
    case 'net_weight_mg':
    case 'gross_weight_mg':
      return `${column} + $1 * 13`;
    case 'tag_price_fen':
      return `${column} + $1 * 1000`;
    case 'at_ms':
      return `${column} + $1::bigint * ${DAYS * 86_400_000}`;
    default:
      return column;
  }
};

/** Statements that take a table's constraint and indexes away and bring them back. */
export const indexesOff = async (client, table) => {
  const { rows } = await client.query(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS back
       FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'p'
     UNION ALL
     SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       FROM pg_index WHERE indrelid = $1::regclass AND NOT indisprimary`,
    [table],
  );
  return rows;
};

const fillTable = async (client, projection, { events, pieces }) => {
  const rows = foldedRows(projection, events);
  const { rows: found } = await client.query(
    `SELECT format('%I.%I', schema, $2::text) AS table FROM projection.checkpoint WHERE name = $1 AND state = 'live'`,
    [projection.name, projection.table],
  );
  const { table } = found[0];
  const { rows: columns } = await client.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  const scaffold = await indexesOff(client, table);
  await client.query(`CREATE TEMP TABLE seed (LIKE ${table})`);
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await client.query(`INSERT INTO seed SELECT * FROM jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE)),
    ]);
  const size = { pieces, events: events.length };
  const values = columns.map((column) => inCopy(column, size).replaceAll('$1', '$1::int')).join(', ');
  // Emptied in the transaction that fills it: with wal_level minimal nothing of it is logged.
  await client.query(`BEGIN`);
  await client.query(`TRUNCATE ${table}`);
  for (const { off } of scaffold) await client.query(off);
  for (let copy = 0; copy < COPIES; copy += 1)
    await client.query(`INSERT INTO ${table} SELECT ${values} FROM seed s`, [copy]);
  for (const { back } of scaffold) await client.query(back);
  await client.query(`COMMIT`);
  await client.query(`DROP TABLE seed`);
  return { table, rows: rows.length * COPIES };
};

/** Settings of a cluster that is filled once: nothing a query sees. */
export const FILLED = { wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '8GB' };

/**
 * Fills the read models `names` with `pieces` lives (a multiple of 80).
 * @returns rows per projection, and the length of the log that would have made them.
 */
const fillReadModels = async (url, pieces, names) => {
  const perCopy = Math.ceil(pieces / COPIES);
  const events = livesOf(perCopy, { firstDay, days: DAYS });
  const filled = {};
  const wanted = names.map((name) => projections.find((one) => one.name === name));
  const clients = await connect(url, 2);
  await Promise.all(
    clients.map(async (client) => {
      for (let next = wanted.shift(); next !== undefined; next = wanted.shift())
        filled[next.name] = await fillTable(client, next, { events, pieces: perCopy });
    }),
  );
  // Not before: while the other connection fills, no page counts as seen by all.
  for (const { table } of Object.values(filled)) await clients[0].query(`VACUUM (ANALYZE) ${table}`);
  // A house that opens them takes them for followed up to here: an "as of" waits for nothing.
  await clients[0].query(`UPDATE projection.checkpoint SET position = (SELECT max(position) FROM live.moments)
    WHERE state = 'live' AND EXISTS (SELECT FROM live.moments)`);
  // One event stands for the log, so that what is written from now on comes behind it.
  await clients[0].query(`INSERT INTO es.events (position, stream, revision, id, type, data, meta)
    SELECT max(position), 'bench', 0, gen_random_uuid(), 'Filled', '{}', jsonb_build_object('at', now()::text) FROM live.moments HAVING count(*) > 0`);
  await Promise.all(clients.map((client) => client.end()));
  return { filled, positions: events.length * COPIES };
};

/**
 * Runs `work` with a house whose read models `names` hold so many pieces. `BENCH_DATABASE` names a filled database to
 * use as it is.
 */
export const withReadModels = async ({ pieces, names }, work) => {
  const given = process.env['BENCH_DATABASE'];
  const run = async (url, folder) => {
    // The first house makes the tables.
    if (given === undefined) await withHouse(url, folder, () => fillReadModels(url, pieces, names));
    return withHouse(url, folder, (house) => work({ ...house, url }));
  };
  if (given === undefined) return withPostgres(run, FILLED);
  return inFolder((folder) => run(given, folder));
};
