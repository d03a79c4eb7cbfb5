/** A back-up as evidence: its rows of seals and its events, read once from one end to the other. */
import type { Opener } from '../platform/archive/encryption.ts';
import { openArchive, type Archive } from '../platform/archive/read.ts';
import { JobFailed } from '../platform/jobs/job-function.ts';
import type { LoggedEvent, Seal } from './chain.ts';

type Row = Readonly<Record<string, unknown>>;
type Line = { readonly table?: string; readonly row?: Row; readonly event?: LoggedEvent };

async function* linesIn(archive: Archive): AsyncGenerator<Line> {
  try {
    for await (const { lines } of archive.sections()) for await (const line of lines) yield line as Line;
  } finally {
    await archive.close();
  }
}

const sealOf = ({ marks_hash: marksHash, marks, ...row }: Row): Seal =>
  ({ ...row, marksHash, marks: Buffer.from(String(marks).replace(/^\\x/, ''), 'hex') }) as Seal;
type ArchiveEvidence = {
  readonly seals: Seal[];
  publicKey: string | null;
  readonly newest: number;
  readonly first: LoggedEvent | null;
};
/** The rows stand before the events. */
const rowsOf = async (lines: AsyncIterator<Line>): Promise<ArchiveEvidence> => {
  const seals: Seal[] = [];
  let publicKey: string | null = null;
  let newest = 0;
  for (;;) {
    const { done, value } = await lines.next();
    if (done === true) return { seals, publicKey, newest, first: null };
    const { table, row = {}, event } = value;
    if (event !== undefined) return { seals, publicKey, newest, first: event };
    if (table === 'log_seal') seals.push(sealOf(row));
    if (table !== 'log_seal_key') continue;
    publicKey = String(row['public_key']);
    // An archive of a release before says nothing of it.
    newest = Number(row['newest'] ?? 0);
  }
};
async function* eventsFrom(first: LoggedEvent | null, lines: AsyncIterator<Line>): AsyncGenerator<LoggedEvent> {
  if (first !== null) yield first;
  for (let next = await lines.next(); next.done !== true; next = await lines.next())
    if (next.value.event !== undefined) yield next.value.event;
}

/** @throws {JobFailed} of one that has no beginning. @throws {BrokenBackup} here, or while its events are read. */
export const openBackup = async (file: string, opener: Opener) => {
  const archive = await openArchive(file, opener);
  if ((archive.header?.after ?? -1) >= 0) throw new JobFailed(`${file} 是增量备份，没有从头的事件：请校验完整的备份`);
  const lines = linesIn(archive);
  const { seals, publicKey, newest, first } = await rowsOf(lines);
  return {
    seals: seals.toSorted((one, other) => one.no - other.no),
    publicKey,
    newest,
    events: eventsFrom(first, lines),
  };
};
