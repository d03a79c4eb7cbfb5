/** What somebody must see to be handed a case file: never less than what whoever made it saw (R145). */
import { z } from 'zod';
import { refuse, STATUS_OF, type RefusalKind } from '../../contracts/refusal.ts';
import { seesShop, type Actor, type SessionUser } from '../../contracts/user.ts';
import type { SliceDeps } from '../../platform/slice/slice.ts';
import { NotAnswered, type Ask } from './facts.ts';

const Question = z.object({
  path: z.string(),
  params: z.record(z.string(), z.unknown()),
  query: z.record(z.string(), z.unknown()),
});
type Question = z.infer<typeof Question>;
/** `rows`: the row scope of whoever made it, as JSON. `asked`: what the house answered him. */
const Reach = z.object({ shops: z.array(z.int()), rows: z.string(), asked: z.array(Question) });
export type Reach = z.infer<typeof Reach>;

type Who = Pick<Actor, 'user' | 'now'>;
const kindOf = (status: number): RefusalKind =>
  (Object.keys(STATUS_OF) as RefusalKind[]).find((kind) => STATUS_OF[kind] === status) ?? 'unavailable';
const UNKNOWN = refuse('not-found', 'case_file.refused', '没有这种单据');
/** The house asked as this person asks, at that moment. */
export const asking =
  ({ reads }: Pick<SliceDeps, 'reads'>, { user, now }: Who, moment: Date): Ask =>
  async (path, { params, query } = {}) => {
    if (!reads.has(path)) throw new NotAnswered(UNKNOWN);
    const outcome = await reads.get(path, { user, now, params, query: { ...query, asOf: moment.toISOString() } });
    if (outcome.kind === 'raw') throw new TypeError(`${path} answers no record`);
    const { msg, data } = outcome.envelope;
    if (outcome.status >= 400) throw new NotAnswered(refuse(kindOf(outcome.status), 'case_file.refused', msg));
    return data;
  };

/** The same, and what was answered; of a list its first page stands for all. */
export const recorded = (ask: Ask): { readonly ask: Ask; readonly asked: readonly Question[] } => {
  const asked: Question[] = [];
  return {
    asked,
    ask: async (path, { params = {}, query = {} } = {}) => {
      const answer = await ask(path, { params, query });
      if (Number(query['pageIndex'] ?? 1) === 1) asked.push({ path, params, query });
      return answer;
    },
  };
};
export const reachOf = ({ rows }: SessionUser, shops: Iterable<number>, asked: readonly Question[]): string =>
  JSON.stringify({ shops: [...new Set(shops)], rows: JSON.stringify(rows), asked: [...asked] } satisfies Reach);

type CaseOrigin = { readonly reach: string; readonly by_id: number };
const scopeHolds = (user: SessionUser, { rows }: Reach, byId: number): boolean =>
  user.rows === 'all' || (user.id === byId && JSON.stringify(user.rows) === rows);
const answersAll = async (ask: Ask, asked: readonly Question[]): Promise<boolean> => {
  try {
    for (const { path, ...question } of asked) await ask(path, question);
    return true;
  } catch (error) {
    if (error instanceof NotAnswered) return false;
    throw error;
  }
};
/**
 * Every shop in it is the user's, so are the rows, and whatever the house answered whoever made it it answers him, too. One
 * without this kept is for users of the whole chain.
 */
export const mayHave = async (user: SessionUser, { reach, by_id: byId }: CaseOrigin, ask: Ask): Promise<boolean> => {
  if (reach === '') return user.lockShops.length === 0 && user.rows === 'all';
  const held = Reach.parse(JSON.parse(reach));
  return (
    held.shops.every((shopId) => seesShop(user, shopId)) && scopeHolds(user, held, byId) && answersAll(ask, held.asked)
  );
};
