/**
 * How often the page asks whether its gift was collected. All customers of a shop stand behind one address, so it asks seldom, and the
 * most when somebody opens it at the counter: then it asks at once.
 */
import { pausesOf } from '../../client/pauses.ts';

/** For two minutes, four more, twenty more; then nobody asks any longer. */
export const pauseBefore = pausesOf([
  { until: 24, ms: 5_000 },
  { until: 48, ms: 10_000 },
  { until: 108, ms: 20_000 },
]);

/** Of one press: sent again it is the same claim. Pages without TLS have no randomUUID. */
export const newPressKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
