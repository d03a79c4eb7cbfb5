/** Who changed an administration record, when, from what to what: read from the change log. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { RecordId } from '../../contracts/ids.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { SessionUser } from '../../contracts/user.ts';
import { route } from '../../contracts/route.ts';
import type { Route } from '../../contracts/route.ts';

/** Newest first; what is older is in the table. */
const SHOWN = 200;
const Values = z.record(z.string(), z.unknown());
const Logged = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  type: z.string(),
  before: Values.nullable(),
  after: Values.nullable(),
});
const Change = z.object({ before: z.unknown(), after: z.unknown() });
export const HistoryEntry = Logged.pick({ id: true, at: true, by: true, type: true }).extend({
  changes: z.record(z.string(), Change),
});
type HistoryEntry = z.infer<typeof HistoryEntry>;

const NOISE = new Set(['revision', 'updated_at']);
export const changesOf = ({
  before,
  after,
}: Pick<z.infer<typeof Logged>, 'after' | 'before'>): HistoryEntry['changes'] =>
  Object.fromEntries(
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
      .filter((name) => !NOISE.has(name))
      .filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
      .map((name) => [name, { before: before?.[name] ?? null, after: after?.[name] ?? null }]),
  );

export type History = {
  readonly path: string;
  readonly title: string;
  readonly table: string;
  readonly allow: string | readonly string[];
  /** Columns too long for anybody to read: only that they changed is told. */
  readonly long?: readonly string[];
  /** Why the user may not see that record; absent: whoever has a key sees every one. */
  readonly limit?: (id: number, user: SessionUser) => Promise<Refusal | null>;
};
const folded = (changes: HistoryEntry['changes'], long: readonly string[]): HistoryEntry['changes'] =>
  Object.fromEntries(
    Object.entries(changes).map(([name, { before, after }]) => {
      const word = (value: unknown, said: string) => (value === null || value === '' ? '' : said);
      return [
        name,
        long.includes(name) ? { before: word(before, '原内容'), after: word(after, '新内容') } : { before, after },
      ];
    }),
  );
export const historyRoute = (db: CommonQueryMethods, { path, title, table, allow, long = [], limit }: History): Route =>
  route({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: `${title}修改记录`,
    allow,
    params: z.object({ id: RecordId }),
    data: z.array(HistoryEntry),
    handler: async ({ params, user }) => {
      const refusal = (await limit?.(params.id, user)) ?? null;
      if (refusal !== null) return refusal;
      const rows = await db.any(sql.type(Logged)`
        SELECT id, at, user_name AS by, action AS type, before, after FROM master.change_log
        WHERE table_name = ${table} AND row_id = ${String(params.id)} ORDER BY id DESC LIMIT ${SHOWN}`);
      return {
        data: rows.map((row) => ({
          id: row.id,
          at: row.at,
          by: row.by,
          type: row.type,
          changes: folded(changesOf(row), long),
        })),
      };
    },
  });
