/** Golden files: every shape of an event that was ever written, as it is read today. */
import { readdirSync, readFileSync } from 'node:fs';
import { EVENT_SHAPES } from '../../../house/log/event-schemas.ts';
import type { JsonObject } from '../event-store/port.ts';
import { upcastBy } from '../event-store/upcasting.ts';

type StoredEvent = { readonly type: string; readonly schema: number; readonly data: JsonObject };
export type Golden = {
  /** `<Type>.v<schema>[.<variant>].json` */
  readonly name: string;
  readonly stored: StoredEvent;
  /** As the store gives it to whoever reads. */
  readonly today: StoredEvent;
};

const META = { key: 'k', correlationId: 'c', causationId: 'c', userId: 1, userName: '张三', shopId: null, at: '' };
const upcast = upcastBy(EVENT_SHAPES);
/** The event in the shape of today. */
export const asToday = ({ type, schema, data }: StoredEvent): StoredEvent => {
  const event = upcast({ type, data, meta: { ...META, schema } });
  return { type, data: event.data, schema: event.meta.schema };
};
export const goldensIn = (folder: URL): Golden[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const stored = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as StoredEvent;
      return { name, stored, today: asToday(stored) };
    });
/** What a golden file is called. */
export const goldenName = ({ type, schema }: StoredEvent): RegExp =>
  new RegExp(`^${type}\\.v${schema}(\\.[a-z-]+)?\\.json$`);
