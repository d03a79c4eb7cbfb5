/** A back-up as evidence: its rows of seals and its events, read once from one end to the other. */
import fs from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { LoggedEvent, Seal } from './chain.ts';

type Row = Readonly<Record<string, unknown>>;
type Line = { readonly table?: string; readonly row?: Row; readonly event?: LoggedEvent; readonly end?: object };

/** Of a file that is none of ours, or that breaks off. */
export class BrokenBackup extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`备份文件不完整或不是本系统的备份：${why}`, options);
    this.name = 'BrokenBackup';
  }
}
async function* linesIn(file: string): AsyncGenerator<Line> {
  const source = fs.createReadStream(file);
  const text = source.pipe(createGunzip());
  // A pipe hands no errors on.
  source.on('error', (error) => text.destroy(error));
  let ended = false;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
      const read = JSON.parse(line) as Line;
      ended = read.end !== undefined;
      yield read;
    }
  } catch (error) {
    throw new BrokenBackup(error instanceof Error ? error.message : String(error), { cause: error });
  }
  if (!ended) throw new BrokenBackup('没有结束行');
}

const sealOf = ({ marks_hash: marksHash, marks, ...row }: Row): Seal =>
  ({ ...row, marksHash, marks: Buffer.from(String(marks).replace(/^\\x/, ''), 'hex') }) as Seal;
type Found = { readonly seals: Seal[]; publicKey: string | null; readonly first: LoggedEvent | null };
/** The rows stand before the events. */
const rowsOf = async (lines: AsyncIterator<Line>): Promise<Found> => {
  const seals: Seal[] = [];
  let publicKey: string | null = null;
  for (;;) {
    const { done, value } = await lines.next();
    if (done === true) return { seals, publicKey, first: null };
    const { table, row = {}, event } = value;
    if (event !== undefined) return { seals, publicKey, first: event };
    if (table === 'log_seal') seals.push(sealOf(row));
    if (table === 'log_seal_key') publicKey = String(row['public_key']);
  }
};
async function* eventsFrom(first: LoggedEvent | null, lines: AsyncIterator<Line>): AsyncGenerator<LoggedEvent> {
  if (first !== null) yield first;
  for (let next = await lines.next(); next.done !== true; next = await lines.next())
    if (next.value.event !== undefined) yield next.value.event;
}

/** @throws {BrokenBackup} here, or while its events are read. */
export const openBackup = async (file: string) => {
  const lines = linesIn(file);
  const { seals, publicKey, first } = await rowsOf(lines);
  return { seals: seals.toSorted((one, other) => one.no - other.no), publicKey, events: eventsFrom(first, lines) };
};
