import { beforeEach, describe, expect, test } from 'vitest';
import { attemptKey } from './decider.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { World, WAYS, audit, remove, reverse, revise, submit } from '../platform/testing/saga-world.ts';
import { actor, clerk, line } from '../platform/testing/transfer-sample.ts';

let atOnce: boolean;
let world: World;
const stageOf = async (id = 1) => (await world.documents.load(id)).state.stage;

describe.each(WAYS)('$way', ({ all }) => {
  beforeEach(async () => {
    atOnce = all;
    world = await new World({ atOnce }).stock();
  });

  describe('a document that touches pieces', () => {
    test('holds every piece, then is pending', async () => {
      const done = await world.send(submit('k1', line('A001'), line('LOT5', 3)));
      expect(isRefusal(done)).toBe(false);
      expect(await stageOf()).toBe('pending');
      expect([...(await world.piece('LOT5')).holds]).toMatchObject([
        ['transfer-1/v1/piece/LOT5', { quantity: 3, by: '张三' }],
      ]);
      await world.mustBeSound();
    });

    test('is refused, and lets go, when one piece is taken; the line is named', async () => {
      await world.send(submit('k1', line('B002')), 1);
      const refused = await world.send(submit('k2', line('A001'), line('B002')), 2);
      expect(refused).toMatchObject({
        kind: 'conflict',
        code: 'goods.held',
        fields: [{ path: 'bizGoodsList.1.barcode' }],
        message: expect.stringContaining('此首饰已被DB1占用（张三'),
      });
      // Together it leaves nothing.
      expect(await stageOf(2)).toBe(atOnce ? 'none' : 'refused');
      await world.mustBeSound([1, 2]);
    });

    test('a revision keeps unchanged holds, lets go what fell away and swaps changed quantities', async () => {
      await world.send(submit('k1', line('A001'), line('B002'), line('LOT5', 3)));
      await world.send(revise('k2', line('LOT5', 2), line('C003'), line('A001')));
      const { state } = await world.documents.load(1);
      expect(state.current?.effects.map(({ key }) => key)).toEqual([
        'transfer-1/v2/piece/LOT5',
        'transfer-1/v2/piece/C003',
        'transfer-1/v1/piece/A001',
      ]);
      await world.mustBeSound();
    });

    test('a refused revision leaves the version that stands, and may be tried again with the same key', async () => {
      await world.send(submit('k1', line('A001')), 1);
      await world.send(submit('k2', line('B002')), 2);
      const again = () => world.send(revise('k3', line('A001'), line('B002')), 1);
      expect(isRefusal(await again())).toBe(true);
      expect((await world.documents.load(1)).state).toMatchObject({
        stage: 'pending',
        version: 1,
        lastVersion: atOnce ? 1 : 2,
      });
      await world.mustBeSound([1, 2]);
      await world.send(remove('k4'), 2);
      expect(isRefusal(await again())).toBe(false);
      expect((await world.documents.load(1)).state).toMatchObject({ stage: 'pending', version: atOnce ? 2 : 3 });
      await world.mustBeSound([1, 2]);
    });

    test('audit moves, reversal moves back and holds, audit moves again', async () => {
      await world.send(submit('k1', line('A001'), line('LOT5', 2)));
      await world.send(audit('k2', 2));
      await world.mustBeSound();
      expect((await world.piece('LOT5')).holdings.get(2)?.onHand).toBe(2);
      await world.send(reverse('k3'));
      expect(await stageOf()).toBe('pending');
      await world.mustBeSound();
      await world.send(audit('k4', 2, 950));
      expect(await stageOf()).toBe('posted');
      await world.mustBeSound();
    });

    test('a reversal names its blockers and may succeed once they are gone', async () => {
      await world.send(submit('k1', line('A001'), line('B002')), 1);
      await world.send(audit('k2', 2), 1);
      const onward = { type: 'HoldGoods', key: 'x', shopId: 2, quantity: 1 } as const;
      await world.pieces.apply('B002', { ...onward, holder: { kind: 'sale', id: 9, no: 'XS9' } }, actor('x'));
      const refused = await world.send(reverse('k3'), 1);
      expect(refused).toMatchObject({
        code: 'document.reversal_blocked',
        data: { blockers: [{ line: 1, barcode: 'B002', code: 'goods.held' }] },
      });
      await world.pieces.apply('B002', { type: 'ReleaseGoods', key: 'x' }, actor('y'));
      await world.mustBeSound([1]);
      await world.send(reverse('k4'), 1);
      expect(await stageOf()).toBe('pending');
      await world.mustBeSound([1]);
    });

    test('the same command many times at once is one command', async () => {
      const clicks = await Promise.all(Array.from({ length: 10 }, () => world.send(submit('k1', line('A001')))));
      expect(clicks.filter(isRefusal)).toEqual([]);
      const once = world.store.events.length;
      await world.send(submit('k1', line('A001')));
      expect(world.store.events.length).toBe(once);
      expect((await world.piece('A001')).holds.size).toBe(1);
    });

    const ASKING = [2, 3, 5];
    test.each(ASKING)(
      '%i documents at once over two pieces, in as many processes: exactly one gets them',
      async (many) => {
        for (let seed = 1; seed <= 40; seed += 1) {
          world = await new World({ atOnce }).stock();
          const ids = Array.from({ length: many }, (_, index) => index + 1);
          const answers = await Promise.all(
            ids.map((id) => {
              const both = [seed % 2 === 0 ? line('A001') : line('LOT5', 3), line('B002')];
              const lines = id % 2 === 0 ? both : both.toReversed();
              const key = attemptKey(clerk.id, `k${id}`);
              const documents = world.process(seed * 31 + id * 97);
              return documents.command(id, { ...submit(key, ...lines), key }, { actor: actor(`k${id}`) });
            }),
          );
          expect(
            answers.filter((one) => !isRefusal(one)),
            `seed ${seed}`,
          ).toHaveLength(1);
          await world.mustBeSound(ids);
        }
      },
    );

    test('a stale revision is refused', async () => {
      await world.send(submit('k1', line('A001')));
      const by = { actor: actor('k2'), expected: 0 };
      expect(await world.documents.command(1, remove('k2'), by)).toMatchObject({ kind: 'stale' });
    });

    test('long documents are written in chunks', async () => {
      const lines = Array.from({ length: 2050 }, (_, index) => line(`X${1000 + index}`));
      const refused = await world.send(submit('k1', ...lines));
      expect(refused).toMatchObject({ code: 'goods.unknown' });
      const chunks = world.store.events.filter((event) => event.type === 'TransferLinesWritten');
      expect(chunks.map((event) => event.data['offset'])).toEqual(
        Array.from({ length: 11 }, (_, index) => index * 200),
      );
      expect(await stageOf()).toBe('refused');
    });
  });
});
