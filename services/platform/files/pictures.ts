/** Pictures: judged by first bytes, re-encoded (metadata and hidden payloads are gone), named at random. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Decoders } from './decoders.ts';
import { pictureType } from './picture-type.ts';
import type { EncodedPicture } from './picture-worker.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
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

const keepHere = async (folder: string, name: string, { full, thumb }: EncodedPicture): Promise<void> => {
  await write(path.join(folder, 'thumb', name), thumb);
  await write(path.join(folder, name), full);
};
const forgetHere = async (folder: string, name: string): Promise<void> => {
  await fs.rm(path.join(folder, name), { force: true });
  await fs.rm(path.join(folder, 'thumb', name), { force: true });
};
const newPicture = (): StoredPicture => {
  const name = `${randomBytes(16).toString('hex')}.webp`;
  return { name, path: `/static/uploadfile/${name}` };
};

type PictureSink = {
  readonly keep: (name: string, picture: EncodedPicture) => Promise<void>;
  readonly forget: (name: string) => Promise<void>;
};
/** Where uploads go while it is switched on. */
type RemotePictures = Pick<ObjectStorage, 'isOn' | 'keep' | 'forget'>;
const decodeAll = async (
  decoders: Decoders,
  many: readonly Uint8Array[],
  owner: number,
): Promise<EncodedPicture[] | 'busy' | null> => {
  if (many.some((bytes) => pictureType(bytes) === null)) return null;
  const decoded: EncodedPicture[] = [];
  for (const bytes of many) {
    const one = await decoders.decode(bytes, owner);
    if (one === null || one === 'busy') return one;
    decoded.push(one);
  }
  return decoded;
};
/** One that cannot be kept takes those before it along. */
const keepAll = async (place: PictureSink, pictures: readonly EncodedPicture[]): Promise<readonly StoredPicture[]> => {
  const kept: StoredPicture[] = [];
  try {
    for (const picture of pictures) {
      const stored = newPicture();
      await place.keep(stored.name, picture);
      kept.push(stored);
    }
    return kept;
  } catch (error) {
    for (const { name } of kept) await place.forget(name);
    throw error;
  }
};

export const openFileStore = (folder: string, storage: RemotePictures): FileStore => {
  const decoders = new Decoders();
  const here: PictureSink = {
    keep: (name, picture) => keepHere(folder, name, picture),
    forget: (name) => forgetHere(folder, name),
  };
  const there = (owner: number): PictureSink => ({
    keep: (name, picture) => storage.keep(name, picture, owner),
    forget: (name) => storage.forget(name),
  });
  return {
    folder,
    savePictures: async (many, owner) => {
      const decoded = await decodeAll(decoders, many, owner);
      if (decoded === null || decoded === 'busy') return decoded;
      return keepAll((await storage.isOn()) ? there(owner) : here, decoded);
    },
    saveDrawing: async (svg) => {
      const stored = newPicture();
      await keepHere(folder, stored.name, await draw(svg));
      return stored;
    },
    close: async () => decoders.close(),
  };
};
