/** A category of one shop is counted at closing time; what is missing is proposed as a write-off, another person decides. */
import { z } from 'zod';
import type { DayPlan, World } from './world.ts';

const CATEGORIES = ['项链', '戒指', '吊坠', '手镯'] as const;
const SCANS_AT_ONCE = 200;
const Lines = z.array(z.object({ barcode: z.string() }));

/** Takes a piece out of what the shop may still sell; null when nobody has it free. */
const lose = (world: World, shopId: number, among: readonly string[]): string | null => {
  const stock = world.stock.get(shopId) ?? [];
  const index = stock.findIndex(({ barcode }) => among.includes(barcode));
  return index === -1 ? null : (stock.splice(index, 1)[0]?.barcode ?? null);
};

/** The n-th check of the chain: shops and categories take turns; every third finds a piece missing. */
export const countStock = async (world: World, plan: DayPlan, nth: number): Promise<void> => {
  const { chain, shops } = world;
  const staff = shops[nth % shops.length];
  if (staff === undefined) return;
  const { shopId, manager } = staff;
  const now = plan.until;
  const body = { shopId, checkAt: plan.day, type: CATEGORIES[nth % CATEGORIES.length], style: '', remark: '' };
  const opened = await chain.say(manager, now, ['POST', '/biz-check/open'], { body });
  const checkId = Number(opened.data);
  await world.shown(opened.position);
  const listed = await chain.say(manager, now, ['GET', '/biz-check-detail/list'], {
    query: { checkId: String(checkId) },
  });
  const books = Lines.parse(listed.data).map(({ barcode }) => barcode);
  const lost = nth % 3 === 1 && !plan.open ? lose(world, shopId, books) : null;
  const found = books.filter((barcode) => barcode !== lost);
  const params = { id: String(checkId) };
  for (let from = 0; from < found.length; from += SCANS_AT_ONCE) {
    const barcodes = found.slice(from, from + SCANS_AT_ONCE);
    await chain.say(manager, now, ['POST', '/biz-check/:id/scan'], { params, body: { barcodes } });
  }
  if (plan.open || found.length === 0) return;
  await chain.say(manager, now, ['PUT', '/biz-check/audit/:id'], { params, body: { ids: [checkId] } });
  if (lost === null) return;
  const writeOff = {
    kind: '1',
    shopId,
    adjustAt: plan.day,
    reason: '盘点未见实物，已查监控',
    checkId,
    bizGoodsList: [{ barcode: lost, num: 1 }],
  };
  const { data } = await chain.say(manager, now, ['POST', '/biz-stock-adjust'], { body: writeOff });
  const id = Number(data);
  const decision = { params: { id: String(id) }, body: { ids: [id] } };
  await chain.say(world.head, now, ['PUT', '/biz-stock-adjust/audit/:id'], decision);
};
