/** The pair that seals are signed with: made once an installation; the public one is printed on every seal. */
import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Secrets } from '../platform/secrets/secrets.ts';

const HOLDER = 'log-seal';
const Kept = z.object({ public_key: z.string(), sealed_key: z.string(), newest: z.int() });

/** The key of seals does not open: the installation's key (secrets.key) is another. Seals that are there stay good. */
export class KeyLost extends Error {
  constructor() {
    super('封印的私钥打不开：secrets.key 与封印时的不是同一个，请放回原来的文件');
    this.name = 'KeyLost';
  }
}
const made = (secrets: Secrets) => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { publicKey, sealed: secrets.seal(privateKey, HOLDER) };
};

/** null before the first seal. Beside a release of before the newest number has no column yet. */
export const sealKey = (db: DatabasePool) =>
  db.maybeOne(sql.type(Kept)`
    SELECT public_key, sealed_key, coalesce((to_jsonb(k) ->> 'newest')::int, 0) AS newest
    FROM master.log_seal_key k WHERE only_one = 1`);
/** PEM; null before the first seal. */
export const publicKeyOf = async (db: DatabasePool): Promise<string | null> => (await sealKey(db))?.public_key ?? null;

/** Both in PEM; the first of several processes makes them. @throws {KeyLost} */
export const keyPair = async (
  db: DatabasePool,
  secrets: Secrets,
): Promise<{ publicKey: string; privateKey: string }> => {
  const found = await sealKey(db);
  if (found === null) {
    const { publicKey, sealed } = made(secrets);
    await db.query(sql.unsafe`
      INSERT INTO master.log_seal_key (public_key, sealed_key) VALUES (${publicKey}, ${sealed}) ON CONFLICT DO NOTHING`);
    return keyPair(db, secrets);
  }
  const privateKey = secrets.open(found.sealed_key, HOLDER);
  if (privateKey === null) throw new KeyLost();
  return { publicKey: found.public_key, privateKey };
};
