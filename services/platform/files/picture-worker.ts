/**
 * Child process: decodes one upload at a time. Its loaders are the four accepted ones and no others, it knows no
 * secret of the house, and whatever a hostile file does ends with this process.
 */
import sharp from 'sharp';
import { pictureType } from './picture-type.ts';

export type EncodedPicture = { readonly full: Uint8Array; readonly thumb: Uint8Array };
/** null: no picture within the limits. */
export type PictureAnswer = EncodedPicture | null;

const MAX_PIXELS = 50_000_000;
const MAX_EDGE = 2_000;
const THUMB_EDGE = 320;
const QUALITY = 82;
const SECONDS = 8;

sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});

/** The first frame of what moves; metadata and hidden payloads are not copied. */
const encode = (bytes: Uint8Array, edge: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .rotate()
    .resize(edge, edge, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: SECONDS })
    .toBuffer();

const encodeBoth = async (bytes: Uint8Array): Promise<PictureAnswer> => {
  const type = pictureType(bytes);
  if (type === null) return null;
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (format !== type || width * height > MAX_PIXELS) return null;
    const full = await encode(bytes, MAX_EDGE);
    return { full, thumb: await encode(full, THUMB_EDGE) };
  } catch {
    // sharp has no error types: whatever it cannot decode is not a picture.
    return null;
  }
};

process.on('disconnect', () => process.exit());
process.on('message', (bytes: Uint8Array) => {
  void encodeBoth(bytes).then((answer) => process.send?.(answer));
});
process.send?.('ready');
