/** Secrets that must be read again (keys of authenticators): sealed with a key that lies outside the database (R114). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../base/cannot-start.ts';

export const SECRETS_FILE = 'secrets.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type Secrets = {
  /** `holder` names whose it is: moved to another row it opens nothing. */
  readonly seal: (text: string, holder: string) => string;
  /** null when the key or the holder is another, or the text was changed. */
  readonly open: (sealed: string, holder: string) => string | null;
};

/** Made beside its place and linked there, so that nobody reads half of it and the first of two processes wins. */
const keyIn = (dataDir: string): Buffer => {
  const file = path.join(dataDir, SECRETS_FILE);
  if (!fs.existsSync(file)) {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const partial = `${file}.${process.pid}`;
    fs.writeFileSync(partial, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    try {
      fs.linkSync(partial, file);
    } catch (error) {
      if (!fs.existsSync(file)) throw error;
    } finally {
      fs.rmSync(partial, { force: true });
    }
  }
  const key = Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new CannotStart(`${file} 不是 ${KEY_BYTES} 个字节的 base64：请把原来的放回去`);
  return key;
};

/** For a command beside a house, which has its key: one made for the command would open nothing. @throws {CannotStart} */
export const keptSecrets = (dataDir: string, given?: string): Secrets => {
  if (given === undefined && !fs.existsSync(path.join(dataDir, SECRETS_FILE)))
    throw new CannotStart(
      `${dataDir} 里没有 ${SECRETS_FILE}：请核对 DATA_DIR 或 SECRETS_KEY；恢复时先把原来的 ${SECRETS_FILE} 放进去`,
    );
  return openSecrets(dataDir, given);
};
/** `given`: 32 bytes in base64 (SECRETS_KEY), for processes that share a database but no folder. */
export const openSecrets = (dataDir: string, given?: string): Secrets => {
  const key = given === undefined ? keyIn(dataDir) : Buffer.from(given, 'base64');
  return {
    seal: (text, holder) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(holder));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    open: (sealed, holder) => {
      const bytes = Buffer.from(sealed, 'base64');
      const tagEnd = NONCE_BYTES + TAG_BYTES;
      if (bytes.length < tagEnd) return null;
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        cipher.setAAD(Buffer.from(holder)).setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
        return cipher.update(bytes.subarray(tagEnd), undefined, 'utf8') + cipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
};
