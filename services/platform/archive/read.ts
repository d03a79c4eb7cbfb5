/** Reads an archive from one end to the other and believes nothing that its digests do not say. Memory does not grow with it. */
import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { AGE_ENDING, LockedArchive, opened, type Opener } from './encryption.ts';
import { Closing, End, Header, Opening, type Manifest } from './format.ts';

/** Of a file that is none of ours, was changed, or breaks off. */
export class BrokenBackup extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`备份文件不完整或不是本系统的备份：${why}`, options);
    this.name = 'BrokenBackup';
  }
}
export type ArchiveEnd = { readonly manifest: Manifest; readonly sha256: string };
export type Section = { readonly name: string; readonly lines: AsyncGenerator<unknown> };
export type Archive = {
  /** null of one that an earlier release wrote (version 1): all of it is one section without a name. */
  readonly header: Header | null;
  /** In their order; what of one is not taken is read and checked all the same. @throws {BrokenBackup} */
  readonly sections: () => AsyncGenerator<Section>;
  /** Once every section was read: what the archive says of itself, and was found to be so; null of version 1. */
  readonly ended: () => ArchiveEnd | null;
  readonly close: () => Promise<void>;
};

const NEWLINE = 10;
/** Of the text at once: each piece costs the same on its way. */
const PIECE_BYTES = 1 << 18;
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const piece of bytes) {
    let from = 0;
    for (let to = piece.indexOf(NEWLINE); to >= 0; to = piece.indexOf(NEWLINE, from)) {
      const last = piece.subarray(from, to + 1);
      yield rest.length === 0 ? last : Buffer.concat([...rest, last]);
      rest = [];
      from = to + 1;
    }
    if (from < piece.length) rest.push(Buffer.from(piece.subarray(from)));
  }
  if (rest.length > 0) throw new BrokenBackup('最后一行不完整');
}

const Former = z.object({ backup: z.literal(1) });
/** What unpacking and decrypting say in English. */
const WHY: readonly (readonly [RegExp, string])[] = [
  [/^Z_BUF_ERROR$/, '没有写完，或被截断'],
  [/^Z_/, `内容损坏，或不是备份（加密的备份以 ${AGE_ENDING} 结尾）`],
];
const whyBroken = (error: unknown): Error => {
  if (error instanceof BrokenBackup || error instanceof LockedArchive) return error;
  const { code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const [, why = '内容损坏，或没有写完'] = WHY.find(([pattern]) => pattern.test(code)) ?? [];
  return new BrokenBackup(why, { cause: error });
};

class Reading {
  readonly #lines: AsyncGenerator<Buffer>;
  readonly #whole: Hash = createHash('sha256');
  readonly #found: { name: string; count: number; sha256: string }[] = [];
  ended: ArchiveEnd | null = null;

  constructor(lines: AsyncGenerator<Buffer>) {
    this.#lines = lines;
  }
  async next(): Promise<Buffer> {
    try {
      const { done, value } = await this.#lines.next();
      if (done !== true) return value;
    } catch (error) {
      throw whyBroken(error);
    }
    throw new BrokenBackup('没有结束行');
  }
  async header(): Promise<Header | null> {
    const text = await this.next();
    this.#whole.update(text);
    const said = parsed(text);
    const header = Header.safeParse(said);
    if (header.success) return header.data;
    if (Former.safeParse(said).success) return null;
    throw new BrokenBackup('开头不符');
  }
  async *lines(name: string): AsyncGenerator<unknown> {
    const hash = createHash('sha256');
    for (let count = 0; ; count += 1) {
      const text = await this.next();
      if (text.subarray(0, CLOSE.length).equals(CLOSE)) return this.#close(text, { name, count, hash });
      hash.update(text);
      yield parsed(text);
    }
  }
  #close(text: Buffer, { name, count, hash }: { name: string; count: number; hash: Hash }): void {
    this.#whole.update(text);
    const said = Closing.safeParse(parsed(text)).data;
    const sha256 = hash.digest('hex');
    if (said?.close !== name || said.count !== count || said.sha256 !== sha256)
      throw new BrokenBackup(`${name} 的内容与校验不符`);
    this.#found.push({ name, count, sha256 });
  }
  async *sections(): AsyncGenerator<Section> {
    for (;;) {
      const said = parsed(await this.next());
      const opening = Opening.safeParse(said);
      if (!opening.success) return this.#end(said);
      const { section: name } = opening.data;
      const lines = this.lines(name);
      yield { name, lines };
      while ((await lines.next()).done !== true);
    }
  }
  #end(said: unknown): void {
    const { data } = End.safeParse(said);
    if (data === undefined) throw new BrokenBackup('没有结束行');
    if (data.sha256 !== this.#whole.digest('hex') || JSON.stringify(data.end.sections) !== JSON.stringify(this.#found))
      throw new BrokenBackup('清单与内容不符');
    this.ended = { manifest: data.end, sha256: data.sha256 };
  }
  /** As version 1 has them: no digests, and `{"end":…}` behind the last line. */
  async *former(): AsyncGenerator<Section> {
    const lines = this.#formerLines();
    yield { name: '', lines };
    while ((await lines.next()).done !== true);
  }
  async *#formerLines(): AsyncGenerator<unknown> {
    for (;;) {
      const said = parsed(await this.next());
      if (z.object({ end: z.unknown() }).safeParse(said).data?.end !== undefined) return;
      yield said;
    }
  }
}
const CLOSE = Buffer.from('{"close":');
const parsed = (text: Buffer): unknown => {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch (cause) {
    throw new BrokenBackup('一行不是 JSON', { cause });
  }
};

/** @throws {BrokenBackup} @throws {LockedArchive} here, or while its sections are read. */
export const openArchive = async (file: string, opener: Opener = {}): Promise<Archive> => {
  const source = fs.createReadStream(file);
  const text = createGunzip({ chunkSize: PIECE_BYTES });
  // A pipe hands no errors on.
  source.on('error', (error) => text.destroy(error));
  const plain: Readable = file.endsWith(AGE_ENDING) ? await opened(source, opener) : source;
  plain.on('error', (error) => text.destroy(error));
  const reading = new Reading(linesOf(plain.pipe(text)));
  const close = async (): Promise<void> => {
    for (const stream of [text, plain, source]) stream.destroy();
  };
  try {
    const header = await reading.header();
    const sections = () => (header === null ? reading.former() : reading.sections());
    return { header, sections, ended: () => reading.ended, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Reads all of it. @throws {BrokenBackup} where anything differs from its digests. */
export const checkArchive = async (file: string, opener: Opener = {}): Promise<{ header: Header } & ArchiveEnd> => {
  const archive = await openArchive(file, opener);
  try {
    for await (const _ of archive.sections());
    const ended = archive.ended();
    if (archive.header === null || ended === null) throw new BrokenBackup('由旧版本写出，没有校验和');
    return { header: archive.header, ...ended };
  } finally {
    await archive.close();
  }
};
