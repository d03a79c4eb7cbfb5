/** Shoppers that are bound already: what comes before the test of something else. */
import { sql } from 'slonik';
import { expect } from 'vitest';
import type { App } from './app.ts';
import type { MessagingApp } from './messaging-app.ts';
import { shopperBrowser, type ShopperBrowser } from './shopper-browser.ts';

type Pair = { readonly openId: string; readonly customerId: number };
/** Whatever was bound to either ends. */
export const bindShopper = async ({ house }: App, { openId, customerId }: Pair): Promise<void> => {
  const { master } = house.deps;
  await master.query(sql.unsafe`
    UPDATE master.shopper_binding SET ended_at = now()
    WHERE ended_at IS NULL AND (open_id = ${openId} OR customer_id = ${customerId}::bigint)`);
  await master.query(sql.unsafe`
    INSERT INTO master.shopper_binding (id, open_id, customer_id, bound_at, by_id, by_name)
    VALUES (nextval('master.wire_id'), ${openId}, ${customerId}::bigint, now(), 0, '测试')`);
};
/** A browser that is signed in by the messaging app; customer 0: bound to none. */
export const signedInBrowser = async (app: App, messaging: MessagingApp, pair: Pair): Promise<ShopperBrowser> => {
  if (pair.customerId !== 0) await bindShopper(app, pair);
  const browser = shopperBrowser(app, messaging);
  const reply = await browser.signIn(pair.openId);
  expect(reply.status, reply.text).toBe(200);
  return browser;
};
