/** The letter table: every character of the source, turned, slanted and stretched, laid over each place of the picture. */
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { LENGTH, PITCH, SCALE, START } from '../../services/platform/auth/captcha-picture.ts';
import { SHAPES, walk } from '../../services/platform/auth/captcha-shapes.ts';

/** Half the picture's size: enough for shapes, four times as quick. */
const FIELD = { width: 24, height: 32 };
type Grey = { readonly data: Float32Array; readonly width: number; readonly height: number };
type Template = { readonly letter: string; readonly data: Float32Array };

const greyOf = async (picture: Sharp, size?: { width: number; height: number }): Promise<Grey> => {
  const sized = size === undefined ? picture : picture.resize({ ...size, fit: 'fill' });
  const { data, info } = await sized.greyscale().blur(0.8).raw().toBuffer({ resolveWithObject: true });
  return { data: Float32Array.from(data), width: info.width, height: info.height };
};
/** Mean 0, length 1: a correlation is then a sum of products. */
const normal = (values: Float32Array): Float32Array => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const moved = values.map((value) => value - mean);
  const length = Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0)) || 1;
  return moved.map((value) => value / length);
};

const templateOf = async (letter: string, turn: number, slant: number, scale: number): Promise<Template> => {
  const [width, height] = [FIELD.width * 2, FIELD.height * 2];
  const path = (SHAPES[letter] ?? []).map(
    (stroke) =>
      `M${walk(stroke)
        .map(([x, y]) => `${(scale * (x + slant * y)).toFixed(1)} ${(scale * y).toFixed(1)}`)
        .join('L')}`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eee"/>
    <path transform="translate(${width / 2} ${height / 2}) rotate(${turn})" d="${path.join('')}" fill="none" stroke="#333"
      stroke-width="5" stroke-linecap="round"/></svg>`;
  const { data } = await greyOf(sharp(Buffer.from(svg)), FIELD);
  return { letter, data: normal(data) };
};

export const letterTable = async (): Promise<readonly Template[]> => {
  const table: Promise<Template>[] = [];
  for (const letter of Object.keys(SHAPES))
    for (const turn of [-24, -8, 8, 24])
      for (const slant of [-0.18, 0.18])
        for (const scale of [SCALE * 0.95, SCALE * 1.1]) table.push(templateOf(letter, turn, slant, scale));
  return Promise.all(table);
};

const cut = ({ data, width, height }: Grey, left: number, top: number): Float32Array => {
  const field = new Float32Array(FIELD.width * FIELD.height).fill(238);
  for (let y = 0; y < FIELD.height; y += 1)
    for (let x = 0; x < FIELD.width; x += 1) {
      const [px, py] = [left + x, top + y];
      if (px >= 0 && py >= 0 && px < width && py < height) field[y * FIELD.width + x] = data[py * width + px] ?? 238;
    }
  return normal(field);
};

/** The best letter for each of the five places, as far as the table can tell. */
export const readByTable = async (picture: Buffer, table: readonly Template[]): Promise<string> => {
  const meta = await sharp(picture).metadata();
  const grey = await greyOf(sharp(picture), { width: meta.width / 2, height: meta.height / 2 });
  return Array.from({ length: LENGTH }, (_, place) => {
    let best = { letter: '', fit: -1 };
    for (const dx of [-8, -6, -4, -2, 0, 2, 4, 6, 8])
      for (const dy of [-6, -3, 0, 3, 6]) {
        const left = Math.round((START + place * PITCH) / 2 + dx - FIELD.width / 2);
        const field = cut(grey, left, Math.round(grey.height / 2 + dy - FIELD.height / 2));
        for (const { letter, data } of table) {
          let fit = 0;
          for (let index = 0; index < data.length; index += 1) fit += (data[index] ?? 0) * (field[index] ?? 0);
          if (fit > best.fit) best = { letter, fit };
        }
      }
    return best.letter;
  }).join('');
};
