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
/** By position: which seal an event lies under; undefined behind the last one. */
export const covering = <Kept extends { readonly position: number }>(
  seals: readonly Kept[],
  position: number,
): Kept | undefined => seals.find((seal) => seal.position >= position);
