/**
 * The stand-in of the messaging app (R159): with DEMO on, without an app id, on this machine alone, for records that the
 * demonstration made, from its end to the first real order.
 */
import { randomBytes } from 'node:crypto';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { ShopperProvider } from './provider.ts';
import { refusalOf } from './provider-refusal.ts';
import { standInIsOpen } from './stand-in.ts';

/** New each time the picker is drawn, as the app's own are: a code is good for one sign-in. */
const CODE = /^demo(\d{1,15})(?:-\w{1,32})?$/;
/** A used code, in the app's own words. */
const NOBODY_REFUSED = refusalOf(40_029);
const OPENED_AS = 'demo-';
export const demoOpenId = (customerId: number): string => `${OPENED_AS}${customerId}`;
export const demoCustomerOf = (openId: string): number => Number(openId.slice(OPENED_AS.length));

const Shopper = z.object({ id: z.int(), name: z.string() });
export type DemoShoppers = {
  readonly isOpen: () => Promise<boolean>;
  /** The first of them by name, as the picker shows them. */
  readonly list: () => Promise<readonly { readonly code: string; readonly name: string }[]>;
  readonly has: (customerId: number) => Promise<boolean>;
};
const SHOWN = 12;
export const demoShoppers = (db: DatabasePool): DemoShoppers => ({
  isOpen: () => standInIsOpen(db),
  list: async () => {
    const found = await db.any(sql.type(Shopper)`
      SELECT c.id, c.name FROM master.shopper_demo AS d JOIN master.customer AS c ON c.id = d.customer_id
      WHERE c.status = '2' AND c.merged_into IS NULL ORDER BY d.customer_id LIMIT ${SHOWN}`);
    return found.map(({ id, name }) => ({ code: `demo${id}-${randomBytes(6).toString('hex')}`, name }));
  },
  has: async (customerId) =>
    (await db.maybeOne(sql.type(Shopper.pick({ id: true }))`
      SELECT customer_id AS id FROM master.shopper_demo WHERE customer_id = ${customerId}::bigint`)) !== null,
});

/** The picker stands where the app would ask. */
export const demoProvider = (shoppers: DemoShoppers): ShopperProvider => ({
  authorizeUrl: ({ state }) => `/wx?state=${state}`,
  exchange: async (code) => {
    const [, digits] = CODE.exec(code) ?? [];
    const customerId = Number(digits ?? 0);
    return (await shoppers.has(customerId)) ? { openId: demoOpenId(customerId) } : { refusal: NOBODY_REFUSED };
  },
});
