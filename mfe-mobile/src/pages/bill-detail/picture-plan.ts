/** Where everything stands on the picture of a slip: the same words as the page, one below the other. Pure; lengths in px of a picture 720 wide. */
import { QUIET, code128 } from 'root-config/code128';
import type { ShopperSlip, SlipPiece } from 'projections/shopper-bills/contract';
import { checkingOf, checkingWords, orderFacts, otherWords, pieceFacts, returnedWords, type Fact } from './words.ts';

export const WIDTH = 720;
const MARGIN = 48;
const INNER = WIDTH - 2 * MARGIN;
/** How wide a text of that size is drawn. */
export type Measure = (text: string, size: number, bold: boolean) => number;
type Colour = 'ink' | 'soft' | 'gold' | 'red' | 'line';
export type Mark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly bold: boolean;
      readonly colour: Colour;
      readonly align: 'left' | 'right' | 'center';
    }
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly colour: Colour;
    };
type PicturePlan = { readonly height: number; readonly marks: readonly Mark[] };

/** As many characters a line as fit; line breaks stay. */
export const linesOf = (text: string, room: number, wide: (line: string) => number): readonly string[] =>
  text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const sign of paragraph) {
      if (line !== '' && wide(line + sign) > room) {
        lines.push(line);
        line = '';
      }
      line += sign;
    }
    return [...lines, line];
  });

type Style = {
  readonly size?: number;
  readonly bold?: boolean;
  readonly colour?: Colour;
  readonly align?: 'left' | 'center';
};
/** Puts one thing below the other. */
/** Dark modules of a QR code with its free margin, by its text. */
export type Codes = ReadonlyMap<string, readonly (readonly boolean[])[]>;
class Sheet {
  readonly marks: Mark[] = [];
  y = MARGIN;
  readonly #measure: Measure;
  constructor(measure: Measure) {
    this.#measure = measure;
  }
  gap(height: number): void {
    this.y += height;
  }
  text(text: string, { size = 28, bold = false, colour = 'ink', align = 'left' }: Style = {}): void {
    for (const line of linesOf(text, INNER, (part) => this.#measure(part, size, bold))) {
      const x = align === 'left' ? MARGIN : WIDTH / 2;
      this.marks.push({ kind: 'text', text: line, x, y: this.y + size, size, bold, colour, align });
      this.y += Math.round(size * 1.5);
    }
  }
  /** The word on the left, its value on the right, below it where both do not fit. */
  fact({ word, value }: Fact): void {
    const size = 28;
    const left = this.#measure(word, size, false);
    const lines = linesOf(value, INNER - left - 32, (part) => this.#measure(part, size, false));
    this.marks.push({
      kind: 'text',
      text: word,
      x: MARGIN,
      y: this.y + size,
      size,
      bold: false,
      colour: 'soft',
      align: 'left',
    });
    for (const line of lines) {
      const x = WIDTH - MARGIN;
      this.marks.push({
        kind: 'text',
        text: line,
        x,
        y: this.y + size,
        size,
        bold: false,
        colour: 'ink',
        align: 'right',
      });
      this.y += Math.round(size * 1.5);
    }
  }
  rule(): void {
    this.gap(16);
    this.marks.push({ kind: 'box', x: MARGIN, y: this.y, width: INNER, height: 2, colour: 'line' });
    this.gap(24);
  }
  qr(rows: readonly (readonly boolean[])[]): void {
    const module = Math.max(2, Math.floor(320 / rows.length));
    const left = Math.round((WIDTH - rows.length * module) / 2);
    rows.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (!isDark) return;
        const at = { x: left + x * module, y: this.y + y * module };
        this.marks.push({ kind: 'box', ...at, width: module, height: module, colour: 'ink' });
      });
    });
    this.gap(rows.length * module + 4);
  }
  bars(text: string): void {
    const widths = code128(text);
    const modules = widths.reduce((sum, wide) => sum + wide, 2 * QUIET);
    // Whole px a module: a scanner reads no blurred edge.
    const module = Math.max(1, Math.min(3, Math.floor(INNER / modules)));
    let x = Math.round((WIDTH - modules * module) / 2) + QUIET * module;
    widths.forEach((wide, index) => {
      const width = wide * module;
      if (index % 2 === 0) this.marks.push({ kind: 'box', x, y: this.y, width, height: 96, colour: 'ink' });
      x += width;
    });
    this.gap(104);
    this.text(text, { size: 24, align: 'center' });
  }
}

const withPiece = (sheet: Sheet, piece: SlipPiece, codes: Codes): void => {
  sheet.rule();
  sheet.text(piece.name, { size: 32, bold: true });
  const back = returnedWords(piece);
  if (back !== '') sheet.text(back, { bold: true, colour: 'red' });
  for (const one of pieceFacts(piece)) sheet.fact(one);
  sheet.gap(12);
  if (/^[ -~]+$/.test(piece.barcode)) sheet.bars(piece.barcode);
  else sheet.text(piece.barcode, { align: 'center' });
  const [code, checking] = [codes.get(piece.warranty), checkingOf(piece.warranty)];
  if (code === undefined || checking === null) return;
  sheet.qr(code);
  sheet.text(checkingWords(checking.place), { size: 22, colour: 'soft', align: 'center' });
};
type PictureContext = {
  /** yyyy-MM-dd: points and returns are of that day. */
  readonly today: string;
  readonly codes: Codes;
};
export const planOf = (slip: ShopperSlip, { today, codes }: PictureContext, measure: Measure): PicturePlan => {
  const sheet = new Sheet(measure);
  sheet.text('质保单', { size: 44, bold: true, colour: 'gold', align: 'center' });
  sheet.gap(16);
  for (const one of orderFacts(slip)) sheet.fact(one);
  for (const piece of slip.list) withPiece(sheet, piece, codes);
  if (slip.others.length > 0) sheet.rule();
  for (const other of slip.others) sheet.text(otherWords(other));
  if (slip.terms !== '') {
    sheet.rule();
    sheet.text(slip.terms, { size: 24, colour: 'soft' });
  }
  sheet.rule();
  sheet.text(`${today} 保存，积分与退回情况以门店为准`, { size: 22, colour: 'soft', align: 'center' });
  return { height: sheet.y + MARGIN, marks: sheet.marks };
};

/** Phones draw no larger picture than so: of one side, and in all. */
const MOST_SIDE = 12_000;
const MOST_AREA = 12_000_000;
/** How much larger than planned it is drawn: twice, for sharp type, less where the phone could not. */
export const scaleOf = (height: number): number =>
  Math.min(2, MOST_SIDE / height, Math.sqrt(MOST_AREA / (height * WIDTH)));
