/** Puts sections of archives into an empty database, inside one transaction of `db`. */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod';
import { PictureLine, RowLine, SequenceLine } from '../platform/archive/format.ts';
import { BrokenBackup } from '../platform/archive/read.ts';
import { copyLine } from '../platform/event-store/postgres/copy-line.ts';
import type { SealOf } from '../platform/secrets/customer-keys.ts';

const EventLine = z.object({
  event: z.object({
    position: z.int(),
    stream: z.string(),
    revision: z.int(),
    id: z.string(),
    type: z.string(),
    data: z.unknown(),
    meta: z.looseObject({ at: z.string() }),
  }),
});
const read = <Shape extends z.ZodType>(shape: Shape, said: unknown): z.output<Shape> => {
  const { data } = shape.safeParse(said);
  if (data === undefined) throw new BrokenBackup('一行的内容不符');
  return data;
};

/** Where events end: the last position whose event, like all before it, was entered at or before a moment; Infinity without one. */
export class Cut {
  position = -1;
  #reached = false;
  readonly #at: number;
  constructor(moment: Date | null) {
    this.#at = moment?.getTime() ?? Infinity;
  }
  get reached(): boolean {
    return this.#reached;
  }
  takes({ position, meta }: { readonly position: number; readonly meta: { readonly at: string } }): boolean {
    this.#reached ||= Date.parse(meta.at) > this.#at;
    if (!this.#reached) this.position = position;
    return !this.#reached;
  }
}

const BATCH_BYTES = 1 << 18;
/** Adds the events as they lay, at their positions. Answers how many. */
export const loadEvents = async (db: pg.Client, lines: AsyncIterable<unknown>, cut: Cut): Promise<number> => {
  let count = 0;
  async function* texts(): AsyncGenerator<string> {
    let waiting = '';
    for await (const said of lines) {
      const { event } = read(EventLine, said);
      if (!cut.takes(event)) continue;
      const { position, stream, revision, id, type, data, meta } = event;
      waiting += copyLine([position, stream, revision, id, type, JSON.stringify(data), JSON.stringify(meta)]);
      count += 1;
      if (waiting.length < BATCH_BYTES) continue;
      yield waiting;
      waiting = '';
    }
    if (waiting !== '') yield waiting;
  }
  const copy = db.query(copyFrom('COPY es.events (position, stream, revision, id, type, data, meta) FROM STDIN'));
  await pipeline(Readable.from(texts()), copy);
  return count;
};

const BATCH = 1_000;
type Row = Readonly<Record<string, unknown>>;
/** A table of another release may have columns more; those of a row are those that are written. */
const insert = async (db: pg.Client, table: string, rows: readonly Row[]): Promise<void> => {
  const [first] = rows;
  if (first === undefined) return;
  const name = `master.${pg.escapeIdentifier(table)}`;
  const columns = Object.keys(first)
    .map((column) => pg.escapeIdentifier(column))
    .join(', ');
  await db.query(
    `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM jsonb_populate_recordset(null::${name}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
};
/** A person whose key is gone stays erased. */
const opened = ({ table, row, of, sealed }: z.infer<typeof RowLine>, sealOf: SealOf, erased: Set<number>): Row => {
  if (of === undefined) return row;
  const text = sealed === undefined ? null : (sealOf(of)?.open(sealed, table) ?? null);
  if (text === null) erased.add(of);
  return text === null ? row : { ...row, ...(JSON.parse(text) as Row) };
};
type Persons = { readonly sealOf: SealOf; readonly erased: Set<number> };
/** Answers how many rows it put in. */
export const loadRows = async (db: pg.Client, lines: AsyncIterable<unknown>, { sealOf, erased }: Persons) => {
  let waiting: Row[] = [];
  let count = 0;
  let table = '';
  for await (const said of lines) {
    const found = read(RowLine, said);
    ({ table } = found);
    waiting.push(opened(found, sealOf, erased));
    count += 1;
    if (waiting.length < BATCH) continue;
    await insert(db, table, waiting);
    waiting = [];
  }
  await insert(db, table, waiting);
  return count;
};
export const loadSequences = async (db: pg.Client, lines: AsyncIterable<unknown>): Promise<void> => {
  for await (const said of lines) {
    const { sequence, value, called } = read(SequenceLine, said);
    await db.query('SELECT setval($1::regclass, $2, $3)', [`master.${pg.escapeIdentifier(sequence)}`, value, called]);
  }
};

/** Whole files or none; answers how many. What was there under that name is the same picture: names are random. */
export const loadPictures = async (folder: string, lines: AsyncIterable<unknown>): Promise<number> => {
  let count = 0;
  for await (const said of lines) {
    const { picture, data } = read(PictureLine, said);
    const file = path.join(folder, picture);
    if (!file.startsWith(folder + path.sep)) throw new BrokenBackup('图片的名称不符');
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${file}.part`, Buffer.from(data, 'base64'), { mode: 0o600 });
    fs.renameSync(`${file}.part`, file);
    count += 1;
  }
  return count;
};
