/** What a save says of a person's cash of the day, and writes down when it is accepted (R83). */
import type { CommonQueryMethods } from 'slonik';
import { dayOf } from '../contracts/dates.ts';
import { yuanText } from '../contracts/units.ts';
import type { Log } from '../platform/base/log.ts';
import { CASH_NOTICE, type CashDesk, type CashDirection, type CashMoved, type CashNoticed } from './contract.ts';
import { countsAtLimit, countsOf, ownCount, type Counts } from './counts.ts';
import { limitFen, writeDue, type DueDeps } from './due.ts';
import { cashBeside, type CashDay } from './live-checks.ts';

/** `quick`: reads what read models show now, without waiting for them. */
type DeskDeps = DueDeps & { readonly quick: CommonQueryMethods };
const WORDS: Record<CashDirection, string> = { '1': '收现金', '2': '付现金' };
const money = (fen: number): string => `${yuanText(fen)}元`;

type Person = { readonly customerId: number; readonly today: string };
/** Below this part of the limit a save does not wait for what was saved within the last half second: the watch does. */
const SMALL_PART = 10;
const countsBeside = async (
  { pool, quick }: DeskDeps,
  moved: CashMoved,
  { customerId, today }: Person,
  limit: number,
): Promise<Counts> => {
  const { kind, documentId, day } = moved;
  const asked = { customerId, day, today, but: documentId === null ? '' : `${kind}-${documentId}` };
  const seen = countsOf(moved, day, await cashBeside(quick, asked));
  const isLarge = Math.max(moved.inFen, moved.outFen) * SMALL_PART >= limit;
  return isLarge || countsAtLimit(seen, moved, limit).length > 0
    ? countsOf(moved, day, await cashBeside(pool, asked))
    : seen;
};

type NoticeAuthor = Parameters<CashDesk['notice']>[1];
/** The day of the document, and the day of entry where more is counted there. */
const daysOf = ({ dated, entered }: Counts, { day, shopId }: CashMoved, { customerId, today }: Person): CashDay[] => {
  const whose = { customerId, document: '', shopId };
  return [
    { ...whose, day, ...dated },
    { ...whose, day: today, ...entered },
  ];
};
const noticed = async (deps: DeskDeps, moved: CashMoved, by: NoticeAuthor): Promise<CashNoticed | null> => {
  const { kind, day, shopId, inFen, outFen } = moved;
  if (inFen === 0 && outFen === 0) return null;
  const named = await deps.lookup.customer(moved.customerId);
  if (named === null) return null;
  const person = { customerId: named.mergedInto ?? moved.customerId, today: dayOf(by.now) };
  const limit = await limitFen(deps);
  const counts = named.walkIn ? ownCount(moved) : await countsBeside(deps, moved, person, limit);
  const found = countsAtLimit(counts, moved, limit);
  if (found.length === 0) return null;
  const said = found.map(({ direction, fen, isEntered }) => {
    const entries = isEntered ? `${person.today}录入的` : '';
    return `${entries}${WORDS[direction]}合计${money(fen)}`;
  });
  const isOfDay = found.some(({ isEntered }) => !isEntered);
  const whose = named.walkIn ? '本单' : `${named.name}${isOfDay ? day : ''}`;
  return {
    warning: `${whose}${said.join('、')}，达到大额现金限额，${CASH_NOTICE}`,
    record: async (id) => {
      const { customerId } = person;
      const days = named.walkIn
        ? [{ customerId, day, document: `${kind}-${id}`, shopId, inFen, outFen }]
        : daysOf(counts, moved, person);
      await writeDue(deps, days, by);
    },
  };
};

/** The watcher finds what is missed here: a save never fails for this. */
export const cashDesk = (deps: DeskDeps & { readonly log: Log }): CashDesk => ({
  notice: async (moved, by) => {
    try {
      const found = await noticed(deps, moved, by);
      if (found === null) return null;
      const record = async (id: number): Promise<void> => {
        try {
          await found.record(id);
        } catch (error) {
          deps.log.warn('a cash report that is due was not written down yet', { error });
        }
      };
      return { ...found, record };
    } catch (error) {
      deps.log.warn('cash of the day is not known', { error });
      return null;
    }
  },
});
