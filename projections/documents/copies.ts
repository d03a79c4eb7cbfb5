/** Copies of a document on paper, out of their own stream (R53). */
import { PRINTED_EVENT, PRINT_WAY_WORDS, PrintedEvent, printedStream } from 'services/contracts/print-copies';
import type { Recorded } from 'services/event-store/port';
import { upTo } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import type { HistoryStep } from './history.ts';

type PrintedCopy = { readonly kind: string | undefined; readonly record: number; readonly asOf?: number | undefined };
const eventsOf = async ({ store }: QueryDeps, { kind, record, asOf }: PrintedCopy): Promise<readonly Recorded[]> =>
  kind === undefined ? [] : upTo(asOf, await store.read(printedStream(kind, record)));

/** How many copies there are. */
export const copiesOf = async (deps: QueryDeps, printed: PrintedCopy): Promise<number> => {
  const last = (await eventsOf(deps, printed)).at(-1);
  return last === undefined ? 0 : PrintedEvent.parse({ type: last.type, data: last.data }).data.copy;
};

const stepOf = ({ type, data, position, meta }: Recorded): HistoryStep => {
  const { copy, way } = PrintedEvent.parse({ type, data }).data;
  return {
    position,
    at: meta.at,
    by: meta.userName,
    type: PRINTED_EVENT,
    title: copy === 1 ? '打印' : '补打',
    changes: [{ field: 'copy', label: PRINT_WAY_WORDS[way], before: '', after: `第${copy}份` }],
    reason: null,
  };
};
/** What happened to a document, its copies among it, in the order of the log. */
export const withCopies = async (
  deps: QueryDeps,
  steps: readonly HistoryStep[],
  printed: PrintedCopy,
): Promise<HistoryStep[]> => {
  const copies = (await eventsOf(deps, printed)).map(stepOf);
  return [...steps, ...copies].toSorted((one, other) => one.position - other.position);
};
