/** What an upload is, by its first bytes alone: nothing is handed to a decoder before. Pure. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif';

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const begins = (bytes: Uint8Array, ...wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[index] === byte);

/** null for everything else: an SVG is a programme, a PDF or TIFF a whole library of decoders, and no till needs them. */
export const pictureType = (bytes: Uint8Array): PictureType | null => {
  if (begins(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  return ['GIF87a', 'GIF89a'].includes(ascii(bytes, 0, 6)) ? 'gif' : null;
};
