/** What a command is given to open archives with. */
import fs from 'node:fs';
import { environment } from '../process/surroundings.ts';
import type { Opener } from './encryption.ts';

/** Never an argument: those are seen by everybody on the machine. */
export const passphrase = (): string | undefined => environment['BACKUP_PASSPHRASE'] || undefined;
/** `files` of identities as age-keygen writes them. */
export const openerOf = (files: readonly string[]): Opener => {
  const lines = files.flatMap((file) => fs.readFileSync(file, 'utf8').split('\n'));
  return {
    passphrase: passphrase(),
    identities: lines.map((text) => text.trim()).filter((text) => text.startsWith('AGE-')),
  };
};
