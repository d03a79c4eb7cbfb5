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
