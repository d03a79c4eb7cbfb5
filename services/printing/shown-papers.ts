/**
 * Papers whose data somebody was told (R142): who has them may print them on whatever he likes, so they count as printed. One row
 * a document, written once, by the GET that answers them; of documents that take or pay money alone, for nobody asks of others.
 */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { MANIFESTS } from '../contracts/manifests.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { Actor, Route } from '../contracts/route.ts';

export const SHOWN_SQL = `CREATE TABLE master.paper_shown (
  kind text NOT NULL,
  record bigint NOT NULL,
  user_id bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, record)
);`;

const WITNESSED = new Set(['sale', 'recycle', 'deposit']);
/** Addresses that answer what such a document puts on paper, with the kind of its paper. */
export const SHOWN_PAPERS: ReadonlyMap<string, string> = new Map(
  MANIFESTS.flatMap(({ kind, path, print }) =>
    print === undefined || !WITNESSED.has(kind)
      ? []
      : [`${path}/print/:id`, `/base-print-template/print-data/${print.kind}/:id`].map(
          (at) => [at, print.kind] as const,
        ),
  ),
);

const Named = z.object({ id: RecordId });
type Paper = { readonly kind: string; readonly record: number };
/** Nothing is written where it is known already. */
const keepShown = async (db: DatabasePool, { kind, record }: Paper, { user, now }: Pick<Actor, 'user' | 'now'>) => {
  await db.query(sql.unsafe`
    INSERT INTO master.paper_shown (kind, record, user_id, at)
    SELECT ${kind}, ${record}::bigint, ${user.id}::bigint, ${now.toISOString()}::timestamptz
    WHERE NOT EXISTS (SELECT FROM master.paper_shown WHERE kind = ${kind} AND record = ${record}::bigint)
    ON CONFLICT DO NOTHING`);
};

/** The same GETs; those that answer the paper of such a document keep that they did, before they answer. */
export const withShown = (db: DatabasePool, routes: readonly Route[]): readonly Route[] =>
  routes.map((one) => {
    const kind = one.method === 'GET' ? SHOWN_PAPERS.get(one.path) : undefined;
    if (kind === undefined) return one;
    return {
      ...one,
      handler: async (call) => {
        const answer = await one.handler(call);
        if (!isRefusal(answer)) await keepShown(db, { kind, record: Named.parse(call.params).id }, call);
        return answer;
      },
    };
  });
