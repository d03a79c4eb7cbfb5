/**
 * How often the page asks whether its gift was collected. All customers of a shop stand behind one address, so it asks seldom, and the
 * most when somebody opens it at the counter: then it asks at once.
 */
const STEPS = [
  { until: 24, ms: 5_000 },
  { until: 48, ms: 10_000 },
  { until: 108, ms: 20_000 },
] as const;
/** Milliseconds before question number `count` (from 0): for two minutes, four more, twenty more; then null, nobody asks any longer. */
export const pauseBefore = (count: number): number | null => STEPS.find(({ until }) => count < until)?.ms ?? null;

/** In groups, as it is read out at the counter: HX 1234 5678 9012 */
export const groupedCode = (code: string): string => {
  const [, letters = '', digits = ''] = /^([A-Z]{0,4})(\d+)$/.exec(code) ?? [];
  return digits === '' ? code : [letters, ...(digits.match(/.{1,4}/g) ?? [])].filter(Boolean).join(' ');
};

/** Of one press: sent again it is the same claim. Pages without TLS have no randomUUID. */
export const newPressKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
