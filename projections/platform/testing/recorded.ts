/** Stored events for tests of folds: fixed ids and moments, one position after the other. */
import type { JsonObject, Recorded } from 'services/event-store/port';

type Fact = { readonly type: string; readonly data: object };
const FIRST_MOMENT = Date.parse('2026-11-01T09:00:00.000+08:00');

/** The facts as positions 1, 2, 3 …, one second apart, by 张三. */
export const recorded = (...facts: readonly Fact[]): Recorded[] =>
  facts.map(({ type, data }, index) => ({
    stream: 'test-1',
    revision: index,
    position: index + 1,
    id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    type,
    data: data as JsonObject,
    meta: {
      key: 'k',
      correlationId: 'c',
      causationId: 'c',
      userId: 1,
      userName: '张三',
      shopId: null,
      at: new Date(FIRST_MOMENT + index * 1_000).toISOString(),
      schema: 1,
    },
  }));
