/** Exits over the old material of a shop, cut after any append: every milligram and every fen is in a lot or with a standing exit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { savingThrough } from './custodian-life.ts';
import { attemptKey } from './decider.ts';
import { openDocumentsWith } from './documents.ts';
import { OLD_MATERIAL_RECIPIENT, oldMaterialCustodian } from '../old-material/custodian.ts';
import { materialId, oldMaterialStream } from '../old-material/names.ts';
import { heldIn } from '../old-material/state.ts';
import { loadState } from '../platform/streams/handle.ts';
import { Steps } from '../platform/streams/steps.ts';
import { Crash, MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk } from '../platform/testing/transfer-sample.ts';
import { recycleOutFacts } from '../recycle-out/came-back.ts';
import type { RecycleOutHeader, RecycleOutLine } from '../recycle-out/contract.ts';
import { recycleOutDocument } from '../recycle-out/document.ts';

const FINENESSES = ['足金', '18K金'] as const;
type Fineness = (typeof FINENESSES)[number];
const LOTS: readonly {
  readonly lotId: number;
  readonly fineness: Fineness;
  readonly mg: number;
  readonly fen: number;
}[] = [
  { lotId: 1, fineness: '足金', mg: 10_000, fen: 600_001 },
  { lotId: 2, fineness: '足金', mg: 3_333, fen: 199_999 },
  { lotId: 3, fineness: '18K金', mg: 5_000, fen: 210_007 },
];
const ALL_FEN = LOTS.reduce((sum, { fen }) => sum + fen, 0);
const ALL_MG = LOTS.reduce((sum, { mg }) => sum + mg, 0);
const header: RecycleOutHeader = {
  shopId: 1,
  outOn: '2026-11-10',
  kind: '2',
  party: '熔料厂',
  priceFen: 0,
  barcodes: [],
  remark: '',
};

class World {
  readonly store: MemoryStore;
  constructor(atOnce: boolean) {
    this.store = new MemoryStore({ atOnce });
  }
  /** As another process has it. */
  exits() {
    const custodians = { 'old-material': oldMaterialCustodian };
    return openDocumentsWith(recycleOutDocument, recycleOutFacts, { store: this.store, custodians, clock: () => NOW });
  }
  async stock(): Promise<this> {
    const custodian = savingThrough(oldMaterialCustodian, new Steps(this.store));
    for (const { lotId, fineness, mg, fen } of LOTS) {
      const ask = {
        document: { kind: 'recycle', id: lotId, no: `HS${lotId}`, businessDate: '2026-11-10', line: 0 },
        effect: {
          key: `recycle-${lotId}/v1/stock`,
          custodian: 'old-material',
          id: materialId(1, fineness),
          legs: [{ list: 'recycle', lineId: '0', role: 'in' as const, quantity: mg }],
        },
        terms: {
          shopId: 1,
          fineness,
          legs: [{ lotId, source: 'recycle', category: '戒指', style: '', name: '', netWeightMg: mg, priceFen: fen }],
        },
        actor: actor(`stock-${lotId}`),
      };
      await custodian.reserve({ ...ask, replaces: null });
      await custodian.post(ask);
    }
    return this;
  }
  async lots() {
    const streams = await Promise.all(
      FINENESSES.map((fineness) =>
        loadState({ ...OLD_MATERIAL_RECIPIENT, store: this.store }, oldMaterialStream(materialId(1, fineness))),
      ),
    );
    return streams.flatMap(({ state }, index) =>
      [...state.lots.values()].map((lot) => ({ ...lot, fineness: FINENESSES[index]!, held: heldIn(state, lot.lotId) })),
    );
  }
}

type Step = {
  readonly doing: 'submit' | 'revise' | 'audit' | 'back' | 'reverse' | 'remove';
  readonly id: number;
  readonly takes: readonly { readonly lotId: number; readonly mg: number }[];
  readonly fineness: Fineness;
  readonly mg: number;
  /** Appends before the process dies; null: it lives. */
  readonly dies: number | null;
};
const IDS = [101, 102, 103];
const step: fc.Arbitrary<Step> = fc.record({
  doing: fc.constantFrom('submit', 'submit', 'revise', 'audit', 'audit', 'back', 'back', 'reverse', 'remove'),
  id: fc.constantFrom(...IDS),
  takes: fc.uniqueArray(fc.record({ lotId: fc.constantFrom(1, 2, 3, 9), mg: fc.integer({ min: 1, max: 6_000 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ lotId }) => lotId,
  }),
  fineness: fc.constantFrom(...FINENESSES),
  mg: fc.integer({ min: 1, max: 6_000 }),
  dies: fc.option(fc.integer({ min: 0, max: 6 }), { freq: 3 }),
});

/** Lot 9 stands for whatever came back last. */
const linesOf = async (world: World, { takes }: Step): Promise<RecycleOutLine[]> => {
  const lots = await world.lots();
  const newest = Math.max(...lots.map(({ lotId }) => lotId));
  const chosen = new Map(takes.map(({ lotId, mg }) => [lotId === 9 ? newest : lotId, mg]));
  return [...chosen].flatMap(([lotId, weightMg], index) => {
    const lot = lots.find((one) => one.lotId === lotId);
    if (lot === undefined) return [];
    const { fineness } = lot;
    return [
      { list: 'lots' as const, lineId: String(index), lotId, fineness, category: '', style: '', name: '', weightMg },
    ];
  });
};
const run = async (world: World, one: Step, turn: number): Promise<unknown> => {
  const exits = world.exits();
  const key = attemptKey(clerk.id, `k${turn}`);
  const by = { actor: actor(`k${turn}`) };
  const lines = await linesOf(world, one);
  switch (one.doing) {
    case 'submit':
      return exits.command(one.id, { type: 'Submit', key, header, lines }, by);
    case 'revise':
      return exits.command(one.id, { type: 'Revise', key, header, lines }, by);
    case 'audit':
      return exits.command(one.id, { type: 'Audit', key, auditor: '李四', rowIds: [] }, by);
    case 'reverse':
      return exits.command(one.id, { type: 'Reverse', key, reason: '录错' }, by);
    case 'remove':
      return exits.command(one.id, { type: 'Delete', key }, by);
    case 'back': {
      const back = { lotId: 1_000 + turn, backOn: '2026-11-12', fineness: one.fineness, weightMg: one.mg };
      return exits.record(one.id, back, by);
    }
  }
};

/** What stands outside the lots: metal that left and did not come back, and what it cost; the loss of what did. */
const mustBeSound = async (world: World): Promise<number> => {
  const lots = await world.lots();
  let [mg, fen, backs] = [0, 0, 0];
  for (const lot of lots) {
    expect(lot.held).toBeGreaterThanOrEqual(0);
    expect(lot.leftMg).toBeGreaterThanOrEqual(lot.held);
    expect(lot.weightMg).toBeGreaterThanOrEqual(lot.leftMg);
    mg += lot.leftMg;
    fen += lot.leftFen;
  }
  for (const id of IDS) {
    const { state } = await world.exits().load(id);
    if (state.stage !== 'posted') continue;
    const out = (state.current?.lines ?? []).reduce((sum, { weightMg }) => sum + weightMg, 0);
    const cost = state.outcomes.flatMap(({ figures }) => figures).reduce((sum, { value }) => sum + value, 0);
    const back = state.own?.version === state.version ? state.own : null;
    const cameBack = lots.find(({ lotId }) => lotId === back?.lotId);
    if (back === null) [mg, fen] = [mg + out, fen + cost];
    else {
      expect(cameBack).toMatchObject({ weightMg: back.weightMg, priceFen: cost });
      expect(back.lossMg).toBe(out - back.weightMg);
      mg += back.lossMg;
      backs += 1;
    }
  }
  expect({ mg, fen }).toEqual({ mg: ALL_MG, fen: ALL_FEN });
  return backs;
};

describe.each([
  { way: 'one append', atOnce: true },
  { way: 'step by step', atOnce: false },
])('$way', ({ atOnce }) => {
  test('exits, comings back and reversals in any order, cut anywhere: weight and cost are conserved (S1§2.12/10)', async () => {
    let backs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
        const world = await new World(atOnce).stock();
        for (const [turn, one] of steps.entries()) {
          world.store.appendsLeft = one.dies ?? undefined;
          await run(world, one, turn).catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
          world.store.appendsLeft = undefined;
          for (const id of IDS) await world.exits().resume(id);
          backs = Math.max(backs, await mustBeSound(world));
        }
      }),
      { numRuns: 60, seed: 20_261_124 },
    );
    // Walks in which nothing ever comes back would prove nothing.
    expect(backs).toBeGreaterThan(0);
  });

  test('a coming back that is cut after any append is there whole, or not at all (S1§2.12/10)', async () => {
    const line = { list: 'lots' as const, lineId: '0', lotId: 1, fineness: '足金', category: '', style: '', name: '' };
    for (let appends = 0; appends < 6; appends += 1) {
      const world = await new World(atOnce).stock();
      const key = (name: string): string => attemptKey(clerk.id, name);
      const lines = [{ ...line, weightMg: 4_000 }];
      await world.exits().command(101, { type: 'Submit', key: key('s'), header, lines }, { actor: actor('s') });
      await world
        .exits()
        .command(101, { type: 'Audit', key: key('a'), auditor: '李四', rowIds: [] }, { actor: actor('a') });
      const back = { lotId: 2_000, backOn: '2026-11-12', fineness: '足金', weightMg: 3_900 };
      world.store.appendsLeft = appends;
      await world
        .exits()
        .record(101, back, { actor: actor('b') })
        .catch((error: unknown) => expect(error).toBeInstanceOf(Crash));
      world.store.appendsLeft = undefined;
      await world.exits().resume(101);
      await mustBeSound(world);
      const again = await world.exits().record(101, back, { actor: actor('b') });
      expect(isRefusal(again)).toBe(false);
      expect(await mustBeSound(world)).toBe(1);
      expect((await world.lots()).filter(({ lotId }) => lotId === 2_000)).toHaveLength(1);
    }
  });
});
