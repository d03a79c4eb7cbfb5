/** How long something took, from the wire's `87ms`, as one reads it: `87 毫秒`, `1.2 秒`, `4 分 12 秒`. */
const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;

export const latency = (wire: string): string => {
  const ms = /^\d+ms$/.test(wire) ? Number.parseInt(wire, 10) : undefined;
  if (ms === undefined) return wire === '' ? '—' : wire;
  if (ms < SECOND_MS) return `${ms} 毫秒`;
  const seconds = Math.round(ms / SECOND_MS);
  if (seconds < MINUTE_SECONDS) return `${(ms / SECOND_MS).toFixed(1)} 秒`;
  return `${Math.floor(seconds / MINUTE_SECONDS)} 分 ${seconds % MINUTE_SECONDS} 秒`;
};
