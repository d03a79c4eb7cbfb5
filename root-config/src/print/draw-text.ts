/** Words in a box of millimetres, as SVG. Pure. */
import { MM_PER_PT, brokenLines, emsWide, escaped, num } from './svg.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Look = {
  /** pt */
  readonly fontSize: number;
  readonly align: 'left' | 'center' | 'right';
  readonly weight: 'normal' | 'bold';
  readonly fit: 'shrink' | 'wrap' | 'clip';
};
const ANCHORS = { left: 'start', center: 'middle', right: 'end' } as const;
/** From the middle of a line to its base line, in ems: Chinese signs stand 0.88 above and 0.12 below. */
const TO_BASE = 0.38;
const LINE_HEIGHT = 1.2;
const BOLD_WIDER = 1.06;

type Line = { readonly text: string; readonly middle: number; readonly squeeze: boolean };
const linesOf = (
  text: string,
  { height }: Box,
  font: number,
  { ems, fit }: { ems: number; fit: Look['fit'] },
): Line[] => {
  if (fit !== 'wrap') {
    const one = text.replaceAll('\n', ' ');
    return [{ text: one, middle: height / 2, squeeze: fit === 'shrink' && emsWide(one) > ems }];
  }
  const broken = brokenLines(text, ems);
  const room = Math.max(1, Math.floor(height / (font * LINE_HEIGHT) + 0.01));
  const kept = broken.slice(0, room);
  if (broken.length > room)
    kept[room - 1] = `${Array.from(kept[room - 1] ?? '')
      .slice(0, -1)
      .join('')}…`;
  return kept.map((line, index) => ({ text: line, middle: font * LINE_HEIGHT * (index + 0.5), squeeze: false }));
};

/** Text that is too long for its box is squeezed to its width, broken into lines or cut at its edge. '' draws nothing. */
export const drawText = (text: string, box: Box, look: Look): string => {
  if (text.trim() === '' || box.width <= 0) return '';
  const font = look.fontSize * MM_PER_PT;
  const wider = look.weight === 'bold' ? BOLD_WIDER : 1;
  const lines = linesOf(text, box, font, { ems: box.width / font / wider, fit: look.fit });
  const cut = look.fit === 'clip';
  const at = { left: 0, center: box.width / 2, right: box.width }[look.align];
  const [left, top] = cut ? [0, 0] : [box.x, box.y];
  const words = lines.map(({ text: line, middle, squeeze }) => {
    const squeezed = squeeze ? ` textLength="${num(box.width)}" lengthAdjust="spacingAndGlyphs"` : '';
    const x = num(left + at);
    const y = num(top + middle + font * TO_BASE);
    return `<text x="${x}" y="${y}" font-size="${num(font)}" text-anchor="${ANCHORS[look.align]}"${look.weight === 'bold' ? ' font-weight="700"' : ''}${squeezed} xml:space="preserve">${escaped(line)}</text>`;
  });
  if (!cut) return words.join('');
  const place = `x="${num(box.x)}" y="${num(box.y)}" width="${num(box.width)}" height="${num(Math.max(box.height, font * LINE_HEIGHT))}"`;
  return `<svg ${place} overflow="hidden">${words.join('')}</svg>`;
};
