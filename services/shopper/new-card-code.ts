/** A code of the card page is made, and shown as long as it holds (R136, R160). */
import { randomInt } from 'node:crypto';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import { codeHash } from './card-code.ts';

/** As the house seals what must be read again. */
type Sealing = {
  readonly seal: (text: string, holder: string) => string;
  readonly open: (sealed: string, holder: string) => string | null;
};
/** `leftMs`: a page that is opened again shows the same code while so much of it is left. */
const CARD_CODES = {
  BD: { validMs: 10 * 60_000, leftMs: 2 * 60_000 },
  MP: { validMs: 3 * 60_000, leftMs: 60_000 },
} as const;
export type CardCodeKind = keyof typeof CARD_CODES;
/** Without what is read as something else. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const newCardCode = (kind: CardCodeKind = 'BD'): string =>
  `${kind}${Array.from({ length: 12 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;

const holderOf = (openId: string): string => `shopper-card/${openId}`;
type ShownCode = { readonly code: string; readonly until: Date };
const Kept = z.object({ seal: z.string(), until: z.number() });

/** The code of the openId that is shown now, of that kind. Two pages at once show one. */
export const cardCodeOf = (
  { db, secrets }: { readonly db: DatabasePool; readonly secrets: Sealing },
  { openId, kind }: { readonly openId: string; readonly kind: CardCodeKind },
  now: Date,
): Promise<ShownCode> =>
  db.transaction(async (tx) => {
    const { validMs, leftMs } = CARD_CODES[kind];
    await lockUntilCommit(tx, LOCKS.shopperCard, openId);
    const kept = await tx.maybeOne(sql.type(Kept)`
      SELECT seal, extract(epoch FROM until)::float8 * 1000 AS until FROM master.shopper_card_code
      WHERE open_id = ${openId} AND until > ${new Date(now.getTime() + leftMs).toISOString()}::timestamptz`);
    const known = kept === null ? null : secrets.open(kept.seal, holderOf(openId));
    if (kept !== null && known?.startsWith(kind) === true) return { code: known, until: new Date(kept.until) };
    const code = newCardCode(kind);
    const until = new Date(now.getTime() + validMs);
    await tx.query(sql.unsafe`
      INSERT INTO master.shopper_card_code (open_id, code_hash, seal, until)
      VALUES (${openId}, ${codeHash(code)}, ${secrets.seal(code, holderOf(openId))}, ${until.toISOString()}::timestamptz)
      ON CONFLICT (open_id) DO UPDATE SET code_hash = excluded.code_hash, seal = excluded.seal, until = excluded.until`);
    return { code, until };
  });
