/** Pictures: judged by first bytes, re-encoded (metadata and hidden payloads are gone), named at random. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Decoders } from './decoders.ts';
import { pictureType } from './picture-type.ts';
import type { EncodedPicture } from './picture-worker.ts';
import type { FileStore, StoredPicture } from './store.ts';

const THUMB_EDGE = 320;
const QUALITY = 82;

/** Drawings are the house's own text; a stranger's bytes never come here. */
const draw = async (svg: string): Promise<EncodedPicture> => {
  // Loaded when something is drawn: uploads are decoded in other processes.
  const { default: sharp } = await import('sharp');
  const picture = sharp(Buffer.from(svg));
  const thumb = picture.clone().resize(THUMB_EDGE, THUMB_EDGE, { fit: 'inside', withoutEnlargement: true });
  const encoded = [picture, thumb].map((one) => one.webp({ quality: QUALITY }).toBuffer());
  const [full = Buffer.alloc(0), small = Buffer.alloc(0)] = await Promise.all(encoded);
  return { full, thumb: small };
};

const write = async (file: string, bytes: Uint8Array): Promise<void> => {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await fs.writeFile(`${file}.part`, bytes, { mode: 0o600 });
  await fs.rename(`${file}.part`, file);
};

const store = async (folder: string, { full, thumb }: EncodedPicture): Promise<StoredPicture> => {
  const name = `${randomBytes(16).toString('hex')}.webp`;
  await write(path.join(folder, 'thumb', name), thumb);
  await write(path.join(folder, name), full);
  return { name, path: `/static/uploadfile/${name}` };
};

export const openFileStore = (folder: string): FileStore => {
  const decoders = new Decoders();
  return {
    folder,
    savePicture: async (bytes, owner) => {
      if (pictureType(bytes) === null) return null;
      const decoded = await decoders.decode(bytes, owner);
      return decoded === null || decoded === 'busy' ? decoded : store(folder, decoded);
    },
    saveDrawing: async (svg) => store(folder, await draw(svg)),
    close: async () => decoders.close(),
  };
};
