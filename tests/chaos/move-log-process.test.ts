/** A log goes elsewhere under a house that brought its own database: it says so, ends, and goes on at the new place. */
import { describe, expect, test, vi } from 'vitest';
import { startFakeEventStoreDb } from '../support/fake-esdb.ts';
import { houseProcess } from './support/house-process.ts';
import { SHORT_EVENTS, running } from './support/moving.ts';
import { openPlace, receivePiece } from './support/shift.ts';
import { Till } from './support/till.ts';

describe('processes as they really run', () => {
  test('a house with its own database ends with a sentence once its log is elsewhere, and goes on there', async () => {
    const server = await startFakeEventStoreDb({ stride: SHORT_EVENTS });
    const house = houseProcess();
    const till = new Till(() => house.url);
    const moved = houseProcess(house.dataDir, { EVENT_STORE_URL: server.url });
    const after = new Till(() => moved.url);
    try {
      await house.start();
      const place = await openPlace(till);
      const piece = await receivePiece(till, place);
      const move = running('move-log.ts', ['--from', 'postgres', '--to', server.url, '--switch'], {
        DATA_DIR: house.dataDir,
        DATABASE_URL: '',
      });
      expect(await move.ended, move.said()).toBe(0);
      const sentence = /事件日志已于.+搬到EventStoreDB/;
      await vi.waitFor(() => expect(house.log()).toMatch(sentence), { timeout: 30_000 });
      await expect(house.start()).rejects.toThrow(sentence);
      await moved.start();
      await after.signIn();
      expect(await receivePiece(after, place)).not.toBeNull();
      const { data } = await after.get('/biz-goods-in');
      expect(data).toMatchObject({ count: 2, list: [expect.anything(), { barcode: piece?.barcode }] });
    } finally {
      await moved.kill();
      await house.remove();
      await server.stop();
    }
  });
});
