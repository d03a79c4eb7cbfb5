/**
 * An archive of the house: lines of JSON, gzipped, perhaps encrypted with age. A header, then sections (one per table of
 * `master`, `sequences`, `events`, `pictures`), each closed by its count and SHA-256, then the end with the manifest. Whoever
 * has gzip and a text editor can read it.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';

export const ARCHIVE_VERSION = 2;
export const EVENTS = 'events';
export const PICTURES = 'pictures';
export const SEQUENCES = 'sequences';
const MASTER = 'master.';
export const sectionOf = (table: string): string => `${MASTER}${table}`;
/** null of a section that is no table. */
export const tableOf = (section: string): string | null =>
  section.startsWith(MASTER) ? section.slice(MASTER.length) : null;

/** `position`: of the last event that belongs to it; `after`: events up to there are in the archive whose digest is `previous`. */
export const Header = z.object({
  backup: z.literal(ARCHIVE_VERSION),
  at: z.string(),
  after: z.int(),
  position: z.int(),
  previous: z.string().nullable(),
  /** Of schema `master`, in the order they were run: another release knows by them whether it can take the rows. */
  migrations: z.array(z.string()),
});
export type Header = z.infer<typeof Header>;

const Section = z.object({ name: z.string(), count: z.int(), sha256: z.string() });
/** `first`, `last`: positions of its first and last event, null without any; `lastId`: id of the event at the header's position. */
export const Manifest = z.object({
  rows: z.int(),
  events: z.int(),
  pictures: z.int(),
  first: z.int().nullable(),
  last: z.int().nullable(),
  lastId: z.string().nullable(),
  sections: z.array(Section),
});
export type Manifest = z.infer<typeof Manifest>;
export const Opening = z.object({ section: z.string() });
export const Closing = z.object({ close: z.string(), count: z.int(), sha256: z.string() });
/** `sha256`: over the header and every closing line, hence over everything. */
export const End = z.object({ end: Manifest, sha256: z.string() });

/** A row of a table; with `sealed` what belongs to customer `of`, encrypted under that customer's key, stands apart from it. */
export const RowLine = z.object({
  table: z.string(),
  row: z.record(z.string(), z.unknown()),
  of: z.int().optional(),
  sealed: z.string().optional(),
});
export const SequenceLine = z.object({ sequence: z.string(), value: z.int(), called: z.boolean() });
export const PictureLine = z.object({ picture: z.string(), data: z.string() });

export const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Several lines, and how many. */
export type Lines = { readonly text: string; readonly count: number };

/** Turns what is copied into the text of an archive. */
export class ArchiveText {
  readonly #sections: z.infer<typeof Section>[] = [];
  readonly #whole = createHash('sha256');

  #said(text: string): string {
    this.#whole.update(text);
    return text;
  }
  header(header: Header): string {
    return this.#said(line(header));
  }
  async *section(name: string, source: AsyncIterable<Lines>): AsyncGenerator<string> {
    yield line({ section: name } satisfies z.infer<typeof Opening>);
    const hash = createHash('sha256');
    let count = 0;
    for await (const { text, count: more } of source) {
      hash.update(text);
      count += more;
      yield text;
    }
    const closed = { name, count, sha256: hash.digest('hex') };
    this.#sections.push(closed);
    yield this.#said(line({ close: name, count, sha256: closed.sha256 } satisfies z.infer<typeof Closing>));
  }
  /** The last line, and what it says. */
  end(log: Pick<Manifest, 'first' | 'last' | 'lastId'>): { readonly text: string } & z.infer<typeof End> {
    const sum = (wanted: (name: string) => boolean): number =>
      this.#sections.reduce((total, { name, count }) => total + (wanted(name) ? count : 0), 0);
    const end = {
      rows: sum((name) => tableOf(name) !== null),
      events: sum((name) => name === EVENTS),
      pictures: sum((name) => name === PICTURES),
      ...log,
      sections: this.#sections,
    };
    const sha256 = this.#whole.digest('hex');
    return { text: line({ end, sha256 }), end, sha256 };
  }
}
