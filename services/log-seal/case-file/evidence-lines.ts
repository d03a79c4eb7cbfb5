/** Lines of events.ndjson, and which seal covers them. Knows no house. */
import { MARK_BYTES, digestOf, type LoggedEvent } from '../chain.ts';

/** A line of events.ndjson: the event, or of one that its maker may not see only where it lies and its digest. */
export type EvidenceLine =
  | LoggedEvent
  | (Pick<LoggedEvent, 'position' | 'stream' | 'revision' | 'type'> & { readonly digest: string });

export const digestOfLine = (line: EvidenceLine): Buffer =>
  'digest' in line ? Buffer.from(line.digest, 'hex') : digestOf(line);

/** The marks of a seal, to be asked whether it covers an event. */
export const marksOf = (marks: Buffer): ReadonlySet<string> => {
  const hex = marks.toString('hex');
  const length = 2 * MARK_BYTES;
  return new Set(Array.from({ length: hex.length / length }, (_, at) => hex.slice(at * length, (at + 1) * length)));
};
/**
 * Which seal an event lies under, by its digest: its position is another one once the log was moved to another store. Undefined where
 * none of them covers it.
 */
export const covering = <Kept extends { readonly marks: ReadonlySet<string> }>(
  seals: readonly Kept[],
  line: EvidenceLine,
): Kept | undefined => {
  const mark = digestOfLine(line).toString('hex', 0, MARK_BYTES);
  return seals.find(({ marks }) => marks.has(mark));
};
