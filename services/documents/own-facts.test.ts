/** A kind whose documents are signed by the customer: one revision guards what is signed and what it is signed under. */
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { documentEvents, documentFact, lineKey } from '../contracts/document.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import { storedName, storedText } from '../contracts/values.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk } from '../platform/testing/transfer-sample.ts';
import type { Custodian } from './custodian.ts';
import { attemptKey, type UserCommand } from './decider.ts';
import { openDocumentsWith } from './documents.ts';
import type { OwnFacts } from './own-facts.ts';
import type { DocumentSpec } from './spec.ts';

const Header = z.object({ shopId: z.int(), remark: storedText() });
type Header = z.infer<typeof Header>;
const Line = z.object({ ...lineKey('goods'), barcode: storedName() });
type Line = z.infer<typeof Line>;
const RepairEvent = z.discriminatedUnion('type', [
  ...documentEvents('Repair', Header, Line).options,
  documentFact('RepairSigned', { signer: storedText() }),
]);

type Signed = { readonly signer: string | null };
type Sign = { readonly signer: string };
/** What is signed is not edited or deleted any more; audited it may still be. */
const signing: OwnFacts<Signed, Sign> = {
  events: ['RepairSigned'],
  initial: { signer: null },
  evolve: (_own, { data }) => ({ signer: String(data['signer']) }),
  decide: ({ signer }, own, { stage }) => {
    if (own.signer === signer) return [];
    if (own.signer !== null) return refuse('conflict', 'repair.signed', `${own.signer}已签字`);
    if (stage !== 'pending') return refuse('conflict', 'repair.audited', '已审核的单据不能签字');
    return [{ type: 'RepairSigned', data: { signer } }];
  },
  blocks: ({ signer }, doing) =>
    signer === null || doing === 'Audit' || doing === 'Reverse'
      ? null
      : refuse('conflict', 'repair.signed', `${signer}已签字，不能${doing === 'Delete' ? '删除' : '修改'}`),
};
const spec: DocumentSpec<Header, Line> = {
  kind: 'transfer',
  name: 'Repair',
  lists: { goods: { path: 'bizGoodsList', field: 'barcode' } },
  values: { header: Header, line: Line },
  sums: [],
  stream: (id) => `repair-${id}`,
  parse: ({ type, data, meta }) => ({ ...RepairEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: () => '2026-11-10',
  dayField: 'repairAt',
  effectsOf: ({ shopId: place }, { barcode: id }) => [{ custodian: 'piece', id, role: 'stay', quantity: 1, place }],
  termsOf: () => null,
};
const willing: Custodian = {
  reserve: async () => ({ position: -1 }),
  post: async () => ({ position: -1 }),
  claim: async () => ({ position: -1 }),
  giveBack: async () => ({ position: -1 }),
  release: async () => ({ position: -1 }),
};

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});
const documents = (on: EventStore = store) =>
  openDocumentsWith(spec, signing, { store: on, custodians: { piece: willing }, clock: () => NOW });
const header = { shopId: 1, remark: '' };
const lines: readonly Line[] = [{ list: 'goods', lineId: '0', barcode: 'A001' }];
const send = (command: UserCommand<Header, Line>, on?: EventStore) =>
  documents(on).command(7, { ...command, key: attemptKey(clerk.id, command.key) }, { actor: actor(command.key) });
const sign = (signer: string, key = `sign-${signer}`, expected?: number) =>
  documents().record(7, { signer }, { actor: actor(key), expected });
const codeOf = (said: object): string => (isRefusal(said) ? said.code : 'done');
const types = (): readonly string[] => store.events.map(({ type }) => type);

const remove = { type: 'Delete', key: 'delete' } as const;
const edit = { type: 'Revise', key: 'edit', header: { ...header, remark: '加急' }, lines } as const;
const audit = { type: 'Audit', key: 'audit', auditor: '李四', rowIds: [] } as const;

describe('a fact of its own', () => {
  beforeEach(async () => {
    expect(isRefusal(await send({ type: 'Submit', key: 'submit', header, lines }))).toBe(false);
  });

  test('lies in the document’s stream, once, and survives the life around it', async () => {
    const signed = await sign('王女士');
    if (isRefusal(signed)) throw new Error(signed.message);
    expect(signed.state.own).toEqual({ signer: '王女士' });
    expect(codeOf(await sign('王女士'))).toBe('done');
    expect(codeOf(await sign('王女士', 'another-click'))).toBe('done');
    expect(types().filter((type) => type === 'RepairSigned')).toHaveLength(1);
    expect(store.events.at(-1)).toMatchObject({ stream: 'repair-7', data: { documentId: 7, version: 1 } });
    expect(codeOf(await sign('李先生'))).toBe('repair.signed');
    await send(audit);
    await send({ type: 'Reverse', key: 'reverse', reason: '错' });
    expect((await documents().load(7)).state).toMatchObject({
      stage: 'pending',
      version: 2,
      own: { signer: '王女士' },
    });
  });

  test('stands against what its kind says, in a check before too, and against nothing else', async () => {
    expect(await documents().preview(7, remove)).toBeNull();
    await sign('王女士');
    expect(await documents().preview(7, remove)).toMatchObject({ message: '王女士已签字，不能删除' });
    expect(codeOf(await send(remove))).toBe('repair.signed');
    expect(codeOf(await send(edit))).toBe('repair.signed');
    expect(codeOf(await send(audit))).toBe('done');
    expect(types()).not.toContain('RepairDeleted');
  });

  test('is refused where the document does not stand, or its kind says so', async () => {
    await send(audit);
    expect(codeOf(await sign('王女士'))).toBe('repair.audited');
    expect(await documents().record(8, { signer: '王女士' }, { actor: actor('k') })).toMatchObject({
      kind: 'not-found',
    });
    await send({ type: 'Reverse', key: 'reverse', reason: '错' });
    await send(remove);
    expect(codeOf(await sign('王女士'))).toBe('document.deleted');
  });

  test('one revision guards both: who saw the document before the signature edits nothing, and the other way round', async () => {
    const { revision } = await documents().load(7);
    expect(codeOf(await sign('王女士', 'late', revision - 1))).toBe('platform.stale');
    await sign('王女士');
    const seen = { actor: actor('edit'), expected: revision };
    expect(codeOf(await documents().command(7, { ...audit, key: attemptKey(clerk.id, 'audit') }, seen))).toBe(
      'platform.stale',
    );
  });

  test('of a signature and a deletion at once, from two processes, one comes true', async () => {
    const outcomes = new Set<string>();
    for (let seed = 1; seed <= 60; seed += 1) {
      store = new MemoryStore();
      await send({ type: 'Submit', key: 'submit', header, lines });
      const slow = dawdling(store, seed);
      const [signed, deleted] = await Promise.all([
        openDocumentsWith(spec, signing, { store: slow, custodians: { piece: willing }, clock: () => NOW }).record(
          7,
          { signer: '王女士' },
          { actor: actor('sign') },
        ),
        send(remove, dawdling(store, seed * 7919)),
      ]);
      const { state } = await documents().load(7);
      const told = [codeOf(signed), codeOf(deleted), state.stage, String(state.own.signer)].join(' ');
      expect(['done repair.signed pending 王女士', 'document.deleted done deleted null']).toContain(told);
      outcomes.add(told);
    }
    // It proves nothing where one of them is always first.
    expect(outcomes.size).toBe(2);
  });
});

const dawdling = (of: EventStore, seed: number): EventStore => {
  let state = seed;
  const dawdle = async (): Promise<void> => {
    state = (state * 48_271) % 2_147_483_647;
    for (let turns = state % 5; turns > 0; turns -= 1) await setImmediate();
  };
  return {
    append: async (...call) => {
      await dawdle();
      return of.append(...call);
    },
    read: async (...call) => {
      await dawdle();
      return of.read(...call);
    },
    subscribe: (from) => of.subscribe(from),
    head: () => of.head(),
    close: () => of.close(),
  };
};
