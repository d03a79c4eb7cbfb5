/** Keys of warranties (R162): one signs, those of before are kept so that old papers stay provable. */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from '../contracts/dates.ts';
import type { WarrantyKey } from '../contracts/warranty-check.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import { WarrantyKeyRow } from './contract.ts';

/** Whoever renews it again and again would push old keys out of those that are told, and with them all old papers. */
export const KEYS_A_MONTH = 5;
const MONTH_DAYS = 30;
/** Public keys that are told: sixteen years of a new one whenever that may be. */
const KEYS_TOLD = 1_000;
const holderOf = (id: string): string => `warranty-key/${id}`;

const Stored = WarrantyKeyRow.extend({ sealed: z.string() });
const COLUMNS = sql.fragment`
  id, public_key AS key, from_day::text AS from, coalesce(to_day::text, '') AS to, sealed_key AS sealed`;
export type WarrantySigner = {
  readonly keyId: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
};

export const warrantyKeys = async (db: CommonQueryMethods): Promise<readonly WarrantyKey[]> =>
  (
    await db.any(sql.type(Stored)`
      SELECT ${COLUMNS} FROM master.warranty_key ORDER BY to_day DESC NULLS FIRST, from_day DESC LIMIT ${KEYS_TOLD}`)
  ).map(({ sealed: _sealed, ...key }) => key);

type KeyDeps = { readonly db: DatabasePool; readonly secrets: Secrets; readonly now: () => Date };
const signing = (tx: CommonQueryMethods) =>
  tx.maybeOne(sql.type(Stored)`SELECT ${COLUMNS} FROM master.warranty_key WHERE to_day IS NULL`);
const signerOf = (secrets: Secrets, { id, sealed }: z.infer<typeof Stored>): WarrantySigner | null => {
  const opened = secrets.open(sealed, holderOf(id));
  if (opened === null) return null;
  const key = createPrivateKey(opened);
  return { keyId: id, sign: (message) => sign(null, message, key) };
};
const made = async (tx: CommonQueryMethods, { secrets, now }: KeyDeps): Promise<void> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x: key = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(4).toString('hex');
  const sealed = secrets.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), holderOf(id));
  const today = dayOf(now());
  await tx.query(sql.unsafe`UPDATE master.warranty_key SET to_day = ${today}::date WHERE to_day IS NULL`);
  await tx.query(sql.unsafe`
    INSERT INTO master.warranty_key (id, public_key, sealed_key, from_day) VALUES (${id}, ${key}, ${sealed}, ${today}::date)`);
};
/** Several processes that make one at once make one; which of them is all the same. */
const inTurn = <Outcome>(deps: KeyDeps, act: (tx: CommonQueryMethods) => Promise<Outcome>): Promise<Outcome> =>
  deps.db.transaction(async (tx) => {
    await lockUntilCommit(tx, LOCKS.warrantyKeys);
    return act(tx);
  });
/** Whoever signs now; made where there is none, and where the installation's own key opens it no more. */
export const warrantySigner = async (deps: KeyDeps): Promise<WarrantySigner> => {
  const found = await signing(deps.db);
  const signer = found === null ? null : signerOf(deps.secrets, found);
  if (signer !== null) return signer;
  await inTurn(deps, async (tx) => {
    const now = await signing(tx);
    if (now === null || signerOf(deps.secrets, now) === null) await made(tx, deps);
  });
  return warrantySigner(deps);
};
const Count = z.object({ count: z.int() });
/** false: it was done too often of late. */
export const renewWarrantyKey = (deps: KeyDeps): Promise<boolean> =>
  inTurn(deps, async (tx) => {
    const since = addDays(dayOf(deps.now()), -MONTH_DAYS);
    // None that began earlier ended later: the newest tell it.
    const begun = await tx.oneFirst(sql.type(Count)`
      SELECT count(*)::int AS count FROM (
        SELECT from_day FROM master.warranty_key ORDER BY to_day DESC NULLS FIRST, from_day DESC LIMIT ${KEYS_A_MONTH}) AS newest
      WHERE from_day > ${since}::date`);
    if (begun >= KEYS_A_MONTH) return false;
    await made(tx, deps);
    return true;
  });
