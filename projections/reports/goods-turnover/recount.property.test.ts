/** Whatever happens to a piece: the report says what the piece knows, now and as of every earlier event. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from 'services/contracts/refusal';
import { goodsDecider } from '../../../services/goods/decider.ts';
import { onHandIn, type GoodsState } from '../../../services/goods/state.ts';
import { aimed } from '../../../services/goods/testing/aims.ts';
import { life } from '../../../services/goods/testing/lives.ts';
import type { KeyedProjection } from '../../platform/projection/projection.ts';
import { foldOf } from '../../platform/testing/fold-of.ts';
import { recorded } from '../../platform/testing/recorded.ts';
import projection, { type TurnoverRecord } from './projector.ts';

const SHOPS = [1, 2];
type Fact = { readonly type: string; readonly data: object };
type Moment = { readonly position: number; readonly onHand: readonly number[]; readonly costFen: readonly number[] };

/** A life as events, and what each shop had after every one of them. */
const lived = (commands: readonly (readonly [Parameters<typeof aimed>[0], Parameters<typeof aimed>[2]])[]) => {
  const events: Fact[] = [];
  const moments: Moment[] = [];
  let state: GoodsState = goodsDecider.initial;
  for (const [random, aim] of commands) {
    const command = aimed(random, state, aim);
    const fresh = command.type === 'TransferGoods' ? { ...command, rowId: 30_000 + state.transfers.size } : command;
    const verdict = goodsDecider.decide(fresh, state);
    if (isRefusal(verdict)) continue;
    for (const event of verdict) {
      events.push(event);
      state = goodsDecider.evolve(state, event);
      const now = state;
      moments.push({
        position: events.length,
        onHand: SHOPS.map((shopId) => onHandIn(now, shopId)),
        costFen: SHOPS.map((shopId) => now.holdings.get(shopId)?.unitCostFen ?? 0),
      });
    }
  }
  return { events, moments };
};

const standing = (rows: readonly TurnoverRecord[], shopId: number, position: number): readonly TurnoverRecord[] =>
  rows.filter(
    (row) =>
      row.shop_id === shopId &&
      row.from_position <= position &&
      (row.to_position === null || row.to_position > position),
  );

test('on hand, in and out agree with the piece at every moment', () => {
  let checked = 0;
  fc.assert(
    fc.property(life, (commands) => {
      const { events, moments } = lived(commands);
      const rows = foldOf(projection, recorded(...events)) as readonly TurnoverRecord[];
      for (const { position, onHand, costFen } of moments) {
        for (const [index, shopId] of SHOPS.entries()) {
          const there = standing(rows, shopId, position);
          expect(there.length).toBeLessThanOrEqual(1);
          expect(there[0]?.on_hand ?? 0).toBe(onHand[index]);
          if ((onHand[index] ?? 0) > 0) expect(there[0]?.unit_cost_fen).toBe(costFen[index]);
          checked += 1;
        }
      }
      for (const row of rows) {
        expect(row.on_hand).toBe(row.in_num - row.out_num);
        expect(Math.min(row.on_hand, row.in_num, row.out_num)).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 200, seed: 20_261_121 },
  );
  expect(checked).toBeGreaterThan(1_000);
});
test('the fold gives the same rows in whatever order the table hands them back', () => {
  const declared = projection as unknown as KeyedProjection<TurnoverRecord>;
  fc.assert(
    fc.property(life, (commands) => {
      const events = recorded(...lived(commands).events).filter(({ type }) => declared.events.includes(type));
      const shuffled = events.reduce<readonly TurnoverRecord[]>(
        (rows, event) => declared.fold(rows.toReversed(), event),
        [],
      );
      const key = (row: TurnoverRecord): string => `${row.shop_id}/${row.from_position}`;
      const sorted = (rows: readonly TurnoverRecord[]) => rows.toSorted((a, b) => key(a).localeCompare(key(b)));
      expect(sorted(shuffled)).toEqual(sorted(foldOf(projection, events) as readonly TurnoverRecord[]));
    }),
    { numRuns: 100, seed: 20_261_121 },
  );
});
