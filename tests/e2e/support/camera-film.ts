/** What the browser's camera sees: a film of labels, one after the other with nothing between, over and over. */
import { writeFileSync } from 'node:fs';
import { QUIET, code128 } from '../../../root-config/src/print/code128.ts';

const WIDTH = 640;
const HEIGHT = 360;
const PER_SECOND = 5;
const WHITE = 235;
const BLACK = 16;
/** Above and below the bars. */
const MARGIN = 90;

/** Brightness of one line through the label, in the middle of the picture. */
const lineOf = (code: string): Buffer => {
  const widths = code128(code);
  const modules = widths.reduce((sum, width) => sum + width, 2 * QUIET);
  const scale = Math.floor(WIDTH / modules);
  const line = Buffer.alloc(WIDTH, WHITE);
  let at = Math.floor((WIDTH - modules * scale) / 2) + QUIET * scale;
  for (const [index, width] of widths.entries()) {
    if (index % 2 === 0) line.fill(BLACK, at, at + width * scale);
    at += width * scale;
  }
  return line;
};
const pictureOf = (code: string | null): Buffer => {
  const grey = Buffer.alloc(WIDTH * HEIGHT, WHITE);
  if (code !== null) {
    const line = lineOf(code);
    for (let row = MARGIN; row < HEIGHT - MARGIN; row += 1) line.copy(grey, row * WIDTH);
  }
  // Without colour: both colour planes in the middle.
  return Buffer.concat([grey, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
};

/** Writes the film (YUV4MPEG2); each code stays `seconds`, and so long nothing follows it. */
export const writeFilm = (file: string, codes: readonly string[], seconds = 2): void => {
  const frames = codes.flatMap((code) =>
    [code, null].flatMap((shown) => {
      const picture = pictureOf(shown);
      return Array.from({ length: seconds * PER_SECOND }, () => [Buffer.from('FRAME\n'), picture]).flat();
    }),
  );
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${PER_SECOND}:1 Ip A1:1 C420jpeg\n`;
  writeFileSync(file, Buffer.concat([Buffer.from(head), ...frames]));
};
/** The browser's flag for it; the file may be written until the camera opens. */
export const filmFlag = (file: string): string => `--use-file-for-fake-video-capture=${file}`;
