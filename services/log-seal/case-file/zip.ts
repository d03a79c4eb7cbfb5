/** A zip in a file, read entry by entry. */
import { open, type Entry, type ZipFile } from 'yauzl';
import type { Bundle } from './check.ts';

const opened = (file: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });
const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('error', reject);
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
const bytesOf = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(error);
        return;
      }
      const chunks: Buffer[] = [];
      stream
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () => resolve(Buffer.concat(chunks)));
    });
  });

/** @throws when it is no zip, or its directory is damaged. */
export const openZip = async (file: string): Promise<Bundle> => {
  const zip = await opened(file).catch((cause: unknown) => {
    throw new TypeError(`${file} 打不开，或不是卷宗`, { cause });
  });
  const entries = await entriesOf(zip);
  return {
    names: entries.map(({ fileName }) => fileName),
    read: async (name) => {
      const entry = entries.find(({ fileName }) => fileName === name);
      if (entry === undefined) throw new RangeError(`${name} is not in ${file}`);
      return bytesOf(zip, entry);
    },
  };
};
