/** What a save says of a person's cash of the day, and writes down when it is accepted (R83). */
import { yuanFromFen } from '../contracts/units.ts';
import type { Log } from '../platform/log.ts';
import { CASH_NOTICE, type CashDesk, type CashDirection, type CashMoved, type CashNoticed } from './contract.ts';
import { directionsAt, limitFen, writeDue, type DueDeps } from './due.ts';
import { cashOfDay } from './live-checks.ts';

const WORDS: Record<CashDirection, string> = { '1': '收现金', '2': '付现金' };
const money = (fen: number): string => `${yuanFromFen(fen).toFixed(2)}元`;

type By = Parameters<CashDesk['notice']>[1];
const noticed = async (deps: DueDeps, moved: CashMoved, by: By): Promise<CashNoticed | null> => {
  const { kind, documentId, day, shopId } = moved;
  if (moved.inFen === 0 && moved.outFen === 0) return null;
  const named = await deps.lookup.customer(moved.customerId);
  if (named === null) return null;
  const customerId = named.mergedInto ?? moved.customerId;
  const but = documentId === null ? '' : `${kind}-${documentId}`;
  const others = named.walkIn ? { inFen: 0, outFen: 0 } : await cashOfDay(deps.pool, { customerId, day, but });
  const sums = { inFen: others.inFen + moved.inFen, outFen: others.outFen + moved.outFen };
  // A document that pays out only says nothing of what came in before.
  const directions = directionsAt(sums, await limitFen(deps)).filter(
    (one) => (one === '1' ? moved.inFen : moved.outFen) > 0,
  );
  if (directions.length === 0) return null;
  const said = directions.map((one) => `${WORDS[one]}合计${money(one === '1' ? sums.inFen : sums.outFen)}`);
  const whose = named.walkIn ? '本单' : `${named.name}${day}`;
  return {
    warning: `${whose}${said.join('、')}，达到大额现金限额，${CASH_NOTICE}`,
    record: async (id) => {
      const document = named.walkIn ? `${kind}-${id}` : '';
      await writeDue(deps, [{ customerId, day, document, shopId, ...sums }], by);
    },
  };
};

/** The watcher finds what is missed here: a save never fails for this. */
export const cashDesk = (deps: DueDeps & { readonly log: Log }): CashDesk => ({
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
