/**
 * Unpacks a workbook before a reader sees it, counting what really comes out: a zip's directory may say anything. The
 * reader then gets a plain, stored zip of the parts that make a table, so that two readers of one zip cannot differ.
 */
import { CFB } from 'xlsx';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { kindOfZip } from './file-kind.ts';
import { BadTable } from './table.ts';

const MAX_ENTRIES = 2_000;
/** A table of 20,000 rows and thirty columns needs about half of it. */
export const MAX_UNPACKED = 50 * 1024 * 1024;
/** Pictures, printers and macros are no part of a table: they stay packed. */
const OF_A_TABLE = /\.(xml|rels)$|^xl\/(worksheets\/)?[^/]+\.bin$/i;
/** Entities and their declarations have no place in a workbook; they are how XML is made to explode. */
const DECLARATIONS = ['<!DOCTYPE', '<!ENTITY', '<!doctype', '<!entity'];

export type ZipEntries = ReadonlyMap<string, Buffer>;

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

/** @throws {BadTable} beyond `room` bytes; what inflates to more than its directory says lies about its size. */
const inflate = (zip: ZipFile, entry: Entry, room: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(new BadTable('unreadable', { cause: error }));
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      stream
        .on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= room) chunks.push(chunk);
          else stream.destroy(new BadTable('too-large-inside'));
        })
        .on('error', (cause: Error) => {
          const lies = cause.message.includes('too many bytes');
          reject(cause instanceof BadTable ? cause : new BadTable(lies ? 'too-large-inside' : 'unreadable', { cause }));
        })
        .on('end', () => resolve(Buffer.concat(chunks)));
    });
  });

const readEntries = (zip: ZipFile, take: (entry: Entry) => Promise<void>): Promise<void> =>
  new Promise((resolve, reject) => {
    zip.on('error', (cause) => reject(new BadTable('unreadable', { cause })));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      take(entry).then(() => zip.readEntry(), reject);
    });
    zip.readEntry();
  });

/** The parts of a workbook. @throws {BadTable} when it is none, or holds more than a workbook of goods may. */
export const unpackWorkbook = async (bytes: Buffer): Promise<ZipEntries> => {
  const zip = await open(bytes).catch((cause: unknown) => {
    throw new BadTable('unreadable', { cause });
  });
  const parts = new Map<string, Buffer>();
  const names: string[] = [];
  let encrypted = false;
  let entries = 0;
  let unpacked = 0;
  await readEntries(zip, async (entry) => {
    const { fileName: name } = entry;
    entries += 1;
    names.push(name);
    if (entry.isEncrypted()) encrypted = true;
    if (entries > MAX_ENTRIES) throw new BadTable('too-large-inside');
    if (!OF_A_TABLE.test(name) || encrypted) return;
    if (parts.has(name)) throw new BadTable('unreadable');
    const room = MAX_UNPACKED - unpacked;
    // A claim beyond the limit is believed at once; a smaller one is only a claim.
    if (entry.uncompressedSize > room) throw new BadTable('too-large-inside');
    const part = await inflate(zip, entry, room);
    unpacked += part.length;
    if (DECLARATIONS.some((declaration) => part.includes(declaration))) throw new BadTable('declarations');
    parts.set(name, part);
  }).finally(() => zip.close());
  if (encrypted) throw new BadTable('locked');
  const workbook = [...parts.keys()].some((name) => /^xl\/workbook\.(xml|bin)$/.test(name));
  if (!parts.has('[Content_Types].xml') || !workbook) throw new BadTable(kindOfZip(names));
  return parts;
};

/** A stored zip of these parts. */
export const packed = (parts: ZipEntries): Buffer => {
  const container = CFB.utils.cfb_new({ root: 'R' }) as { FullPaths: string[]; FileIndex: unknown[] };
  for (const [name, part] of parts) CFB.utils.cfb_add(container, `/${name}`, part);
  return CFB.write(container, { type: 'buffer', fileType: 'zip', compression: false }) as Buffer;
};
