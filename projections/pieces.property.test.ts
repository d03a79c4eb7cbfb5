/** Every read model of pieces tells the same truth as the pieces themselves, after every event and as of every event. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from 'services/contracts/refusal';
import type { JsonObject, Recorded } from 'services/event-store/port';
import { goodsDecider, type GoodsCommand } from '../services/goods/decider.ts';
import { departuresBy, heldIn, onHandIn, type GoodsState } from '../services/goods/state.ts';
import { aimed } from '../services/goods/testing/aims.ts';
import { BARCODE, life } from '../services/goods/testing/lives.ts';
import goodsFlow from './goods-flow/projector.ts';
import goodsIn from './goods-in/projector.ts';
import goodsMoves from './goods-moves/projector.ts';
import holding from './holding/projector.ts';
import { foldInto, ledgerRows, type KeyedRows } from './platform/tables/fold.ts';
import { Parking } from './platform/parking/parking.ts';
import type { KeyedProjection, LedgerProjection, Row } from './platform/projection/projection.ts';

const SHOPS = [1, 2];
type Stock = Record<number, { onHand: number; held: number }>;
const stockOf = (of: (shopId: number) => { onHand: number; held: number }): Stock =>
  Object.fromEntries(SHOPS.map((shopId) => [shopId, of(shopId)]));
const decided = (state: GoodsState): Stock =>
  stockOf((shopId) => ({ onHand: onHandIn(state, shopId), held: heldIn(state, shopId) }));

const recordedAt = (position: number, { type, data }: { type: string; data: unknown }): Recorded => ({
  stream: `goods-${BARCODE}`,
  revision: position,
  position,
  id: `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`,
  type,
  data: data as JsonObject,
  meta: {
    key: 'k',
    correlationId: 'c',
    causationId: 'c',
    userId: 1,
    userName: '张三',
    shopId: null,
    at: new Date(Date.UTC(2026, 10, 1) + position * 1_000).toISOString(),
    schema: 1,
  },
});

class ReadModels {
  readonly #keyed = [goodsIn, holding, goodsMoves].map((one) => one as unknown as KeyedProjection);
  readonly #rows: KeyedRows[] = [new Map(), new Map(), new Map()];
  readonly #parking = [goodsIn, holding, goodsMoves].map((one) => new Parking(one));
  readonly flow: Row[] = [];
  pass(event: Recorded): void {
    for (const [index, projection] of this.#keyed.entries()) {
      if (!projection.events.includes(event.type)) continue;
      const parking = this.#parking[index]!;
      foldInto(projection, this.#rows[index]!, [event], parking);
      expect(parking.unwritten(event.position)).toEqual([]);
    }
    const ledger = goodsFlow as unknown as LedgerProjection;
    if (!ledger.events.includes(event.type)) return;
    const parking = new Parking(goodsFlow);
    this.flow.push(...ledgerRows(ledger, [event], null, parking).rows);
    expect(parking.unwritten(event.position)).toEqual([]);
  }
  get goodsIn(): readonly Row[] {
    return this.#rows[0]!.get(BARCODE) ?? [];
  }
  get holdings(): readonly Row[] {
    return this.#rows[1]!.get(BARCODE) ?? [];
  }
  /** Quantities of the moves of a kind that stand, in the order of their posting. */
  standing(kind: string): number[] {
    const rows = this.#rows[2]!.get(BARCODE) ?? [];
    return rows
      .filter((row) => row['kind'] === kind && row['to_position'] === null)
      .toSorted((left, right) => Number(left['from_position']) - Number(right['from_position']))
      .map((row) => Number(row['quantity']));
  }
  onHandByFlow(shopId: number, until: number): number {
    const rows = this.flow.filter((row) => row['shop_id'] === shopId && Number(row['position']) <= until);
    return rows.reduce((sum, row) => sum + Number(row['quantity']), 0);
  }
  holdingAt(shopId: number, position: number): { onHand: number; held: number } {
    const rows = this.holdings.filter(
      (row) =>
        row['shop_id'] === shopId &&
        Number(row['from_position']) <= position &&
        (row['to_position'] === null || Number(row['to_position']) > position),
    );
    expect(rows.length).toBeLessThanOrEqual(1);
    return { onHand: Number(rows[0]?.['on_hand'] ?? 0), held: Number(rows[0]?.['held'] ?? 0) };
  }
}

const agree = (models: ReadModels, state: GoodsState, position: number): void => {
  const truth = decided(state);
  expect(stockOf((shopId) => models.holdingAt(shopId, position))).toEqual(truth);
  for (const shopId of SHOPS) {
    const { onHand, held } = truth[shopId]!;
    expect(onHand).toBeGreaterThanOrEqual(held);
    expect(held).toBeGreaterThanOrEqual(0);
    expect(models.onHandByFlow(shopId, position)).toBe(onHand);
    const rows = models.goodsIn.filter((row) => row['shop_id'] === shopId);
    if (onHand > 0) expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect({ onHand: row['on_hand'], held: row['held'] }).toEqual({ onHand, held });
  }
  const unreversed = (departures: Iterable<{ readonly quantity: number; readonly reversed: boolean }>): number[] =>
    [...departures].filter(({ reversed }) => !reversed).map(({ quantity }) => quantity);
  expect(models.standing('transfer')).toEqual(unreversed(state.transfers.values()));
  expect(models.standing('supplier-return')).toEqual(
    unreversed(departuresBy(state, 'supplier-return').map(([, left]) => left)),
  );
  for (const row of [...models.goodsIn, ...models.holdings]) expect(Object.values(row)).not.toContain(undefined);
};

/** Documents never give out a row id twice. */
const withFreshRow = (one: GoodsCommand, state: GoodsState): GoodsCommand =>
  one.type === 'TransferGoods' ? { ...one, rowId: 30_000 + state.transfers.size } : one;

test(
  'list, holdings and flow equal what the piece knows, after every event and as of every earlier one',
  { timeout: 60_000 },
  () => {
    let events = 0;
    fc.assert(
      fc.property(life, (commands) => {
        const models = new ReadModels();
        const past: { position: number; truth: Stock }[] = [];
        let state = goodsDecider.initial;
        let position = 0;
        for (const [random, aim] of commands) {
          const verdict = goodsDecider.decide(withFreshRow(aimed(random, state, aim), state), state);
          if (isRefusal(verdict)) continue;
          for (const event of verdict) {
            position += 1;
            events += 1;
            state = goodsDecider.evolve(state, event);
            models.pass(recordedAt(position, event));
            agree(models, state, position);
            past.push({ position, truth: decided(state) });
          }
        }
        for (const { position: at, truth } of past) {
          expect(stockOf((shopId) => models.holdingAt(shopId, at))).toEqual(truth);
          for (const shopId of SHOPS) expect(models.onHandByFlow(shopId, at)).toBe(truth[shopId]!.onHand);
        }
      }),
      { numRuns: 400, seed: 20_261_121 },
    );
    expect(events).toBeGreaterThan(2_000);
  },
);
