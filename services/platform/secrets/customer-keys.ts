/**
 * A key for each customer, under which archives hold what they say of that person (R67). Keys lie in the database and in a
 * file beside the archives, never in one; where a key is destroyed, every archive that was ever made says 已注销.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { sql, type CommonQueryMethods } from 'slonik';
import type { Migration } from '../base/migrate.ts';
import { JobFailed } from '../jobs/job-function.ts';
import { writeWhole } from './whole-file.ts';
import { openSecrets, SECRETS_FILE, type Secrets } from './secrets.ts';

/** `sealed` (with secrets.key) is null once the key is destroyed: it is never made again. */
export const customerKeyMigration: Migration = {
  id: 'platform-016-customer-key',
  sql: `CREATE TABLE customer_key (customer_id bigint PRIMARY KEY, sealed text, erased_at timestamptz);`,
};
export const CUSTOMER_KEY_TABLE = 'customer_key';
export const KEY_FILE = 'customer-keys';
const KEY_BYTES = 32;
const holderOf = (customer: number): string => `customer-${customer}`;

/** What is said of one customer goes in and out by this; null: the key is destroyed, or is nowhere. */
export type CustomerSeal = Pick<Secrets, 'seal' | 'open'>;
export type SealOf = (customer: number) => CustomerSeal | null;
const sealWith = (secrets: Secrets, customer: number, sealed: string | null): CustomerSeal | null => {
  const key = sealed === null ? null : secrets.open(sealed, holderOf(customer));
  return key === null ? null : openSecrets('', key);
};

type Row = { readonly customer_id: number; readonly sealed: string | null };
/** @throws {JobFailed} where secrets.key is another than they were sealed with: everybody would be as if erased. */
const sealsOf = (secrets: Secrets, rows: readonly Row[]): ReadonlyMap<number, CustomerSeal | null> =>
  new Map(
    rows.map(({ customer_id: customer, sealed }) => {
      const seal = sealWith(secrets, customer, sealed);
      if (seal === null && sealed !== null)
        throw new JobFailed(
          `${SECRETS_FILE}（或 SECRETS_KEY）打不开客户密钥：请把原来的放回去，否则备份中的客户全是已注销`,
        );
      return [customer, seal];
    }),
  );
/** Those customers' keys; who has none yet gets one. @throws {JobFailed} */
export const sealsFor = async (
  db: pg.ClientBase,
  secrets: Secrets,
  customers: readonly number[],
): Promise<ReadonlyMap<number, CustomerSeal | null>> => {
  const wanted = [...new Set(customers)];
  const find = async () => {
    const { rows } = await db.query<Row>(
      'SELECT customer_id, sealed FROM master.customer_key WHERE customer_id = ANY ($1::bigint[])',
      [wanted],
    );
    return sealsOf(secrets, rows);
  };
  const known = await find();
  const lacking = wanted.filter((customer) => !known.has(customer));
  if (lacking.length === 0) return known;
  const made = lacking.map((one) => secrets.seal(randomBytes(KEY_BYTES).toString('base64'), holderOf(one)));
  await db.query(
    `INSERT INTO master.customer_key (customer_id, sealed)
     SELECT * FROM unnest($1::bigint[], $2::text[]) ON CONFLICT DO NOTHING`,
    [lacking, made],
  );
  return find();
};

/** Nobody makes them anew. In the transaction that erases the customers. */
export const destroyKeys = async (tx: CommonQueryMethods, customers: readonly number[]): Promise<void> => {
  await tx.query(sql.unsafe`
    INSERT INTO master.customer_key (customer_id, erased_at)
    SELECT id, now() FROM unnest(${sql.array([...customers], 'int8')}) AS erased (id)
    ON CONFLICT (customer_id) DO UPDATE SET sealed = NULL, erased_at = excluded.erased_at`);
};

/** Of a line: the number in 16 digits, a blank, the sealed key (base64 of 72 bytes). All are of one length and in their order. */
const DIGITS = 16;
const SEALED = 96;
const LINE = DIGITS + 1 + SEALED + 1;
const lineOf = (customer: number, sealed: string): string => `${String(customer).padStart(DIGITS, '0')} ${sealed}\n`;
const DESTROYED = '-'.repeat(SEALED);

/** Writes the file anew from the database. */
export const writeKeyFile = async (db: pg.ClientBase, folder: string): Promise<void> => {
  const file = path.join(folder, KEY_FILE);
  const { rows } = await db.query<Row>(
    'SELECT customer_id, sealed FROM master.customer_key WHERE sealed IS NOT NULL ORDER BY customer_id',
  );
  writeWhole(file, rows.map((row) => lineOf(row.customer_id, row.sealed ?? '')).join(''));
};

/** Where the line of that customer begins; -1 where there is none. */
const placeIn = (opened: number, customer: number): number => {
  const number = Buffer.alloc(DIGITS);
  let from = 0;
  for (let to = Math.floor(fs.fstatSync(opened).size / LINE); from < to;) {
    const middle = (from + to) >>> 1;
    fs.readSync(opened, number, 0, DIGITS, middle * LINE);
    const found = Number(number.toString('latin1'));
    if (found === customer) return middle * LINE;
    if (found < customer) from = middle + 1;
    else to = middle;
  }
  return -1;
};
/** Overwrites the key in the file beside the archives, where there is one. */
export const destroyInFile = (folder: string, customer: number): void => {
  const file = path.join(folder, KEY_FILE);
  if (!fs.existsSync(file)) return;
  const opened = fs.openSync(file, 'r+');
  try {
    const place = placeIn(opened, customer);
    if (place < 0) return;
    fs.writeSync(opened, DESTROYED, place + DIGITS + 1, 'latin1');
    fs.fsyncSync(opened);
  } finally {
    fs.closeSync(opened);
  }
};

/** What of a key file a restore needs. */
export type KeptKeys = { readonly sealOf: SealOf; readonly rows: readonly Row[] };
/** Everybody is as if erased. */
export const NO_KEYS: KeptKeys = { sealOf: () => null, rows: [] };
/** @throws {JobFailed} where secrets.key is another than the one they were sealed with. */
export const keysInFile = (file: string, secrets: Secrets): KeptKeys => {
  const sealed = new Map<number, string>();
  for (const text of fs.readFileSync(file, 'latin1').split('\n')) {
    const key = text.slice(DIGITS + 1);
    if (text.length === LINE - 1 && key !== DESTROYED) sealed.set(Number.parseInt(text, 10), key);
  }
  const sealOf: SealOf = (customer) => sealWith(secrets, customer, sealed.get(customer) ?? null);
  const [first] = sealed.keys();
  if (first !== undefined && sealOf(first) === null)
    throw new JobFailed(`${SECRETS_FILE} 与客户密钥 ${file} 不符：请先把原来的 ${SECRETS_FILE} 放进 DATA_DIR`);
  return { sealOf, rows: [...sealed].map(([customer_id, key]) => ({ customer_id, sealed: key })) };
};
