/**
 * Five characters as a picture of pixels for people: every character is bent in its own way, touches its neighbours and is
 * crossed by lines of its own colour and of the ground's. No outline and no text leaves the server.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { SHAPES, walk } from './captcha-shapes.ts';
import type { Point, Stroke } from './captcha-shapes.ts';

export const LENGTH = 5;
export const WIDTH = 232;
/** A console shows it in a box of 102 by 40 and cuts off what is wider: ground above and below keeps the characters whole. */
export const HEIGHT = 92;
/** What is drawn lies in a band of this height around the middle. */
const BAND = 76;
/** Middle of the first character and distance of two, on average: wide ones touch. */
export const START = 32;
export const PITCH = 36;
/** Pixels of a unit of the characters' field. */
export const SCALE = 3.2;
const GROUND = '#f4f1ea';
const COLOURS = ['#1f3b73', '#5b2a6e', '#0f5c4d', '#7a2d1f', '#37474f', '#6a4a00'];
const LETTERS = Object.keys(SHAPES);

const between = (least: number, most: number): number => least + ((most - least) * randomInt(2 ** 32)) / 2 ** 32;
const heightInBand = (margin: number): string =>
  between((HEIGHT - BAND) / 2 + margin, (HEIGHT + BAND) / 2 - margin).toFixed(0);
const repeat = (count: number, draw: () => string): string => Array.from({ length: count }, draw).join('');

type Bend = (point: Point) => Point;
/** Turned, slanted, stretched and waved: anew for each character. */
const ownBend = (): Bend => {
  const turn = between(-0.85, 0.85);
  const slant = between(-0.43, 0.43);
  const [wide, high] = [SCALE * between(0.62, 1.4), SCALE * between(0.62, 1.25)];
  const [strong, long, phase] = [between(1.4, 2.2), between(9, 14), between(0, 2 * Math.PI)];
  return ([x, y]) => {
    const [sx, sy] = [wide * (x + slant * y), high * y];
    const [wx, wy] = [sx + strong * Math.sin(sy / long + phase), sy + strong * Math.sin(sx / long + 2 * phase)];
    return [wx * Math.cos(turn) - wy * Math.sin(turn), wx * Math.sin(turn) + wy * Math.cos(turn)];
  };
};
/** As written by another hand: every corner of a stroke is somewhere else. */
const rewritten = ({ round, points }: Stroke): Stroke => ({
  round: round || randomInt(5) === 0,
  points: points.map(([x, y]): Point => [x + between(-0.4, 0.4), y + between(-0.4, 0.4)]),
});
/** A wave through the whole picture. */
const sharedBend = (): Bend => {
  const [strong, long, phase] = [between(2, 5), between(18, 32), between(0, 2 * Math.PI)];
  return ([x, y]) => [x + (strong / 2) * Math.sin(y / long + phase), y + strong * Math.sin(x / long + phase)];
};

const open = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
const letterPath = (letter: string, place: Point, shared: Bend): string => {
  const own = ownBend();
  const strokes = (SHAPES[letter] ?? []).map((stroke) =>
    open(
      walk(rewritten(stroke)).map((point) => {
        const [x, y] = own(point);
        return shared([x + place[0], y + place[1]]);
      }),
    ),
  );
  return `<path d="${strokes.join('')}" stroke-width="${between(4, 6).toFixed(1)}"/>`;
};

/** A line across the whole picture. */
const curve = (colour: string, width: number): string => {
  const y = () => heightInBand(10);
  const [first, second] = [between(40, 90).toFixed(0), between(120, 180).toFixed(0)];
  return `<path d="M-4 ${y()}C${first} ${y()} ${second} ${y()} ${WIDTH + 4} ${y()}" stroke="${colour}" stroke-width="${width.toFixed(1)}"/>`;
};
/** A short piece as thick as the strokes of a character. */
const hook = (): string => {
  const [x, y] = [between(6, WIDTH - 6).toFixed(0), heightInBand(6)];
  const step = () => between(-14, 14).toFixed(0);
  return `<path d="M${x} ${y}q${step()} ${step()} ${step()} ${step()}" stroke-width="${between(2, 3.6).toFixed(1)}"/>`;
};

const drawing = (text: string): string => {
  const colour = COLOURS[randomInt(COLOURS.length)] ?? '';
  const shared = sharedBend();
  let x = between(START - 12, START + 4);
  const letters = Array.from(text).map((letter) => {
    const place: Point = [x, HEIGHT / 2 + between(-12, 12)];
    x += between(PITCH - 5, PITCH + 10);
    return letterPath(letter, place, shared);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${GROUND}"/>
    <g fill="none" stroke="${colour}" stroke-linecap="round" stroke-linejoin="round">
      ${letters.join('')}${curve(colour, between(1.8, 2.8))}${repeat(4, hook)}
      ${curve(GROUND, between(1.6, 2.4))}
    </g></svg>`;
};

/** Grain over the whole picture, so that no two pixels of a stroke are alike. */
const grain = () => ({
  input: Buffer.from(randomBytes(WIDTH * HEIGHT * 4).map((value, index) => (index % 4 === 3 ? value >> 2 : value))),
  raw: { width: WIDTH, height: HEIGHT, channels: 4 as const },
});

export const randomText = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('');

/** The picture of a text as WebP; the pixels are made outside the thread that answers requests. */
export const pictureOf = async (text: string): Promise<Buffer> => {
  // Loaded with the first picture: a house without captchas does without the decoder.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(drawing(text)))
    .composite([grain()])
    .webp({ quality: 60, effort: 1 })
    .toBuffer();
};
