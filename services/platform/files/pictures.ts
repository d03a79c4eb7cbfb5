/** Pictures: judged by content, re-encoded (metadata and hidden payloads are gone), named at random. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { FileStore, StoredPicture } from './store.ts';

const ACCEPTED = new Set(['jpeg', 'png', 'webp', 'gif', 'avif', 'heif', 'tiff']);
const MAX_PIXELS = 50_000_000;
const MAX_EDGE = 2_000;
const THUMB_EDGE = 320;
const QUALITY = 82;

const encode = async (bytes: Buffer, edge: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .rotate()
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();

const isPicture = async (bytes: Buffer): Promise<boolean> => {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return ACCEPTED.has(format ?? '') && width > 0 && height > 0 && width * height <= MAX_PIXELS;
};

/** The full picture and its thumbnail; null when sharp cannot read the bytes as a picture within the limits. */
const encodeBoth = async (bytes: Buffer): Promise<readonly [Buffer, Buffer] | null> => {
  try {
    if (!(await isPicture(bytes))) return null;
    const full = await encode(bytes, MAX_EDGE);
    return [full, await encode(full, THUMB_EDGE)];
  } catch {
    // sharp has no error types: whatever it cannot decode is not a picture.
    return null;
  }
};

const write = async (file: string, bytes: Buffer): Promise<void> => {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.writeFile(`${file}.part`, bytes, { mode: 0o600 });
  await fs.rename(`${file}.part`, file);
};

const store = async (folder: string, [full, thumb]: readonly [Buffer, Buffer]): Promise<StoredPicture> => {
  const name = `${randomBytes(16).toString('hex')}.webp`;
  await write(path.join(folder, 'thumb', name), thumb);
  await write(path.join(folder, name), full);
  return { name, path: `/static/uploadfile/${name}` };
};

export const openFileStore = (folder: string): FileStore => ({
  folder,
  savePicture: async (bytes) => {
    const encoded = await encodeBoth(bytes);
    return encoded === null ? null : store(folder, encoded);
  },
  saveDrawing: async (svg) => {
    const full = await encode(Buffer.from(svg), MAX_EDGE);
    return store(folder, [full, await encode(full, THUMB_EDGE)]);
  },
});
