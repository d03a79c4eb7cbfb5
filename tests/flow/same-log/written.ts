/** The log that a script wrote, as it is compared: everything but what is random in each request. */
import type { Recorded } from '../../../services/platform/event-store/port.ts';
import type { App } from '../../support/app.ts';

const READ_MS = 30_000;
/** Every event, in the order of the log. */
export const logOf = async ({ house }: App): Promise<readonly Recorded[]> => {
  const done = new AbortController();
  const late = setTimeout(() => done.abort(), READ_MS);
  const events: Recorded[] = [];
  for await (const feed of house.deps.written.subscribe({ after: -1, signal: done.signal })) {
    if (feed.kind === 'caught-up') break;
    if (feed.kind === 'event') events.push(feed.event);
  }
  clearTimeout(late);
  done.abort();
  return events;
};

/** One line each. Requests are called by their keys; what an event came of is named by its place where that is an event. */
export const linesOf = (events: readonly Recorded[]): readonly string[] => {
  const names = new Map(events.map(({ id, stream, revision }) => [id, `${stream}@${revision}`]));
  const requests = new Map<string, number>();
  const nameOf = (id: string, key: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    const count = (requests.get(key) ?? 0) + 1;
    requests.set(key, count);
    const name = `request ${count} of ${key}`;
    names.set(id, name);
    return name;
  };
  return events.map(({ stream, revision, type, id, data, meta }) => {
    const { correlationId, causationId, ...others } = meta;
    const [correlation, causation] = [correlationId, causationId].map((one) => nameOf(one, meta.key));
    return JSON.stringify([`${stream}@${revision}`, type, id, data, { ...others, correlation, causation }]);
  });
};
