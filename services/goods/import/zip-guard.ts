/** Looks into a zip before a reader unfolds it: how much lies inside, and whether it is a workbook at all. */
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { BadTable } from './workbook.ts';

const MAX_ENTRIES = 2_000;
/** 20,000 rows × 60 columns are about 90 MB of XML. */
const MAX_UNFOLDED = 256 * 1024 * 1024;

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

/** Unfolds one entry and throws it away: a directory may lie about sizes, the stream cannot. */
const drain = (zip: ZipFile, entry: Entry): Promise<void> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(error);
        return;
      }
      stream.on('error', reject).on('end', resolve).resume();
    });
  });

/** @throws {BadTable} when it is no workbook, or holds more than a workbook of goods may. */
export const guardZip = async (bytes: Buffer): Promise<void> => {
  const zip = await open(bytes).catch((cause: unknown) => {
    throw new BadTable('unreadable', { cause });
  });
  const names = new Set<string>();
  let unfolded = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (cause) => reject(new BadTable('unreadable', { cause })));
    zip.on('end', resolve);
    zip.on('entry', (entry: Entry) => {
      names.add(entry.fileName);
      unfolded += entry.uncompressedSize;
      if (names.size > MAX_ENTRIES || unfolded > MAX_UNFOLDED) {
        reject(new BadTable('too-large-inside'));
        return;
      }
      drain(zip, entry).then(
        () => zip.readEntry(),
        (cause: unknown) => reject(new BadTable('too-large-inside', { cause })),
      );
    });
    zip.readEntry();
  }).finally(() => zip.close());
  const workbook = [...names].some((name) => /^xl\/workbook\.(xml|bin)$/.test(name));
  if (!names.has('[Content_Types].xml') || !workbook) throw new BadTable('not-a-table');
};
