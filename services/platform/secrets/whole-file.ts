/** Files that are whole or not there, with their checksum beside them as `sha256sum -c` reads it. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

const OWNER_ONLY = 0o600;
export const openFolder = (...parts: readonly string[]): string => {
  const folder = path.join(...parts);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
};
export const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of fs.createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
};
const STEADY_BYTES = 4 << 20;
/**
 * The end of a pipe: a new file that goes to the disk as it grows. Left to the system, some hundred megabytes go at once, and a
 * save that has to be on the disk waits behind them.
 */
export const writtenSteadily =
  (file: string) =>
  async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    const handle = await fs.promises.open(file, 'w', OWNER_ONLY);
    try {
      let waiting = 0;
      for await (const piece of source) {
        await handle.writeFile(piece);
        waiting += piece.length;
        if (waiting < STEADY_BYTES) continue;
        await handle.datasync();
        waiting = 0;
      }
    } finally {
      await handle.close();
    }
  };
/** On the disk before anybody relies on it. */
export const settle = (file: string): void => {
  const opened = fs.openSync(file, 'r');
  fs.fsyncSync(opened);
  fs.closeSync(opened);
};
/** The file has all of the text, or what it had before. */
export const writeWhole = (file: string, text: string): void => {
  const begun = `${file}.part`;
  fs.writeFileSync(begun, text, { mode: OWNER_ONLY });
  settle(begun);
  fs.renameSync(begun, file);
};
export const writeChecksum = (file: string, sha256: string): void =>
  writeWhole(`${file}.sha256`, `${sha256}  ${path.basename(file)}\n`);
