import fs from 'node:fs';
import { expect, test } from 'vitest';
import { GiftEvent } from '../gift/events.ts';
import { GoodsEvent } from '../goods/events.ts';
import { SaleEvent } from '../sale/contract.ts';
import { storedBy } from './whole.ts';

const eventsIn = (folder: string): readonly { readonly type: string; readonly data: unknown }[] => {
  const at = new URL(`../${folder}/golden/`, import.meta.url);
  return fs
    .readdirSync(at)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(fs.readFileSync(new URL(name, at), 'utf8')) as { type: string; data: unknown });
};

test.each([
  ['sale', SaleEvent, storedBy(SaleEvent)],
  ['goods', GoodsEvent, storedBy(GoodsEvent)],
  ['gift', GiftEvent, storedBy(GiftEvent)],
] as const)('events of %s that are only filled are what their schema makes of them', (folder, schema, stored) => {
  const known = eventsIn(folder).flatMap((event) => {
    const parsed = schema.safeParse(event);
    return parsed.success ? [{ event, parsed: parsed.data }] : [];
  });
  expect(known.length).toBeGreaterThan(3);
  for (const { event, parsed } of known) expect(stored(event)).toMatchObject(parsed);
});
