/** What a save says of a person's cash of the day, and writes down when it is accepted (R83). */
import type { CommonQueryMethods } from 'slonik';
import { yuanFromFen } from '../contracts/units.ts';
import type { Log } from '../platform/log.ts';
import { CASH_NOTICE, type CashDesk, type CashDirection, type CashMoved, type CashNoticed } from './contract.ts';
import { directionsAt, limitFen, writeDue, type DueDeps } from './due.ts';
import { cashOfDay, type CashSums } from './live-checks.ts';

/** `quick`: reads what read models show now, without waiting for them. */
type DeskDeps = DueDeps & { readonly quick: CommonQueryMethods };
const WORDS: Record<CashDirection, string> = { '1': '收现金', '2': '付现金' };
const money = (fen: number): string => `${yuanFromFen(fen).toFixed(2)}元`;

type Asked = Parameters<typeof cashOfDay>[1];
/** Below this part of the limit a save does not wait for what was saved within the last half second: the watch does. */
const SMALL_PART = 10;
const plus = (one: CashSums, other: CashSums): CashSums => ({
  inFen: one.inFen + other.inFen,
  outFen: one.outFen + other.outFen,
});
const withOthers = async (
  { pool, quick }: DeskDeps,
  moved: CashSums,
  { limit, asked }: { readonly limit: number; readonly asked: Asked },
): Promise<CashSums> => {
  const seen = plus(moved, await cashOfDay(quick, asked));
  const isLarge = Math.max(moved.inFen, moved.outFen) * SMALL_PART >= limit;
  return isLarge || directionsAt(seen, limit).length > 0 ? plus(moved, await cashOfDay(pool, asked)) : seen;
};

type By = Parameters<CashDesk['notice']>[1];
const noticed = async (deps: DeskDeps, moved: CashMoved, by: By): Promise<CashNoticed | null> => {
  const { kind, documentId, day, shopId } = moved;
  if (moved.inFen === 0 && moved.outFen === 0) return null;
  const named = await deps.lookup.customer(moved.customerId);
  if (named === null) return null;
  const customerId = named.mergedInto ?? moved.customerId;
  const but = documentId === null ? '' : `${kind}-${documentId}`;
  const limit = await limitFen(deps);
  const sums = named.walkIn ? moved : await withOthers(deps, moved, { limit, asked: { customerId, day, but } });
  // A document that pays out only says nothing of what came in before.
  const directions = directionsAt(sums, limit).filter((one) => (one === '1' ? moved.inFen : moved.outFen) > 0);
  if (directions.length === 0) return null;
  const said = directions.map((one) => `${WORDS[one]}合计${money(one === '1' ? sums.inFen : sums.outFen)}`);
  const whose = named.walkIn ? '本单' : `${named.name}${day}`;
  return {
    warning: `${whose}${said.join('、')}，达到大额现金限额，${CASH_NOTICE}`,
    record: async (id) => {
      const document = named.walkIn ? `${kind}-${id}` : '';
      await writeDue(deps, [{ customerId, day, document, shopId, inFen: sums.inFen, outFen: sums.outFen }], by);
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
