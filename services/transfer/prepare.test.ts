/** What the lines of a transfer may name. */
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { World, audit, submit } from '../platform/testing/saga-world.ts';
import { actor, clerk, header, line } from '../platform/testing/transfer-sample.ts';
import { TransferBody } from './contract.ts';
import { prepareTransfer } from './prepare.ts';

const LOT = 'LOT5';
const back = { ...header, outShopId: header.inShopId, inShopId: header.outShopId };
/** The lot lies in shop 1; transfer 2 holds some of it there, and some that was sent away comes back by transfer 3. */
const lotThatCameAgain = async () => {
  const world = await new World({ atOnce: true }).stock();
  const prepare = prepareTransfer({ pieces: world.pieces, lookup: world.lookup as never });
  const rowNow = async (): Promise<number> =>
    (await world.pieces.view(LOT))?.holdings.find(({ shopId }) => shopId === header.outShopId)?.rowId ?? 0;
  const sent = await rowNow();
  await world.send(submit('a', line(LOT, 2)), 1);
  await world.send(audit('b', 1), 1);
  await world.send(submit('c', line(LOT, 1)), 2);
  await world.send({ ...submit('d', line(LOT, 1)), header: back } as never, 3);
  await world.send(audit('e', 1, 950), 3);
  expect([sent, await rowNow()]).toEqual([103, 950]);
  const edited = (outGoodsId: number, previous = line(LOT, 1)) =>
    prepare(
      TransferBody.parse({
        outShopId: header.outShopId,
        inShopId: header.inShopId,
        allocateAt: header.transferredOn,
        bizGoodsList: [{ barcode: LOT, inNum: 1, outGoodsId }],
      }),
      { id: 2, header, lines: [previous] },
      {
        ...actor('f'),
        user: { ...clerk, permissions: new Set(['*:*:*']) },
        client: { ip: '', userAgent: '' },
      } as never,
    );
  return { edited };
};

test('any row that brought the lot there names it, and so does the row that the line had', async () => {
  const { edited } = await lotThatCameAgain();
  for (const row of [103, 950]) expect(isRefusal(await edited(row)), `${row}`).toBe(false);
  const gone = { ...line(LOT, 1), goodsId: 777 };
  expect(isRefusal(await edited(777, gone))).toBe(false);
});
test('another number is told at its line', async () => {
  const { edited } = await lotThatCameAgain();
  expect(await edited(777)).toMatchObject({ fields: [{ path: 'bizGoodsList.0.outGoodsId' }] });
});
