/**
 * What a count adds up to, kept apart for each thirtieth of the streams (R167), so that one of them can be counted anew while the
 * others go on from where they were. It grows with reports, shops and what waits there, not with the log.
 */
import { z } from 'zod';
import { THIRTIETHS, thirtiethOf } from 'services/contracts/thirtieths';
import { booksOf } from './checks.ts';
import type { Entry } from './counting.ts';
import type { CheckedBooks } from './pieces.ts';

type Sums = Map<string, bigint>;
/** A figure of a report in a shop. */
export type Sum = { readonly report: string; readonly shop: number; readonly field: string; readonly value: bigint };
/** A figure that a thirtieth comes to from its first event, and what was kept of it. */
export type Disparity = Omit<Sum, 'value'> & { readonly counted: bigint; readonly kept: bigint };

const SHAPE = /^([^/]+)\/(\d+)\/(.+)$/s;
const partsOf = (key: string): Omit<Sum, 'value'> => {
  const [, report = '', shop = '', field = ''] = SHAPE.exec(key) ?? [];
  return { report, shop: Number(shop), field };
};
/** What is nothing is not kept: what came and went again leaves no trace. */
const add = (sums: Sums, key: string, value: bigint): void => {
  const sum = (sums.get(key) ?? 0n) + value;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
};

const Text = z.array(z.tuple([z.string().regex(SHAPE), z.string().regex(/^-?[1-9]\d*$/)]));

export class ThirtiethSums {
  readonly #parts: readonly Sums[];
  /** The last one, whose thirtieth is known. */
  #stream = '';
  #thirtieth = thirtiethOf('');

  constructor(parts: readonly Sums[] = Array.from({ length: THIRTIETHS }, () => new Map())) {
    if (parts.length !== THIRTIETHS) throw new RangeError(`${parts.length} parts`);
    this.#parts = parts;
  }
  /** @throws {Error} when a text is none of {@link textOf}. */
  static ofTexts(texts: readonly string[]): ThirtiethSums {
    return new ThirtiethSums(
      texts.map((text) => new Map(Text.parse(JSON.parse(text)).map(([key, value]) => [key, BigInt(value)]))),
    );
  }
  /** Equal sums have one text. */
  textOf(thirtieth: number): string {
    const sums = [...(this.#parts[thirtieth] ?? [])].map(([key, value]) => [key, String(value)] as const);
    return JSON.stringify(sums.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** `sign`: -1 takes back what was added. */
  add(stream: string, { report, shop, figures }: Entry, sign: 1 | -1): void {
    if (stream !== this.#stream) [this.#stream, this.#thirtieth] = [stream, thirtiethOf(stream)];
    const sums = this.#parts[this.#thirtieth] as Sums;
    for (const [field, value] of Object.entries(figures)) add(sums, `${report}/${shop}/${field}`, BigInt(sign * value));
  }
  /** Over all thirtieths. */
  *all(): Generator<Sum> {
    for (const sums of this.#parts) for (const [key, value] of sums) yield { ...partsOf(key), value };
  }
  /** Checks whose books pieces are asked for. */
  get books(): readonly CheckedBooks[] {
    return [...this.all()].flatMap(({ report, shop, field }) => (report === 'books' ? [booksOf(shop, field)] : []));
  }

  /** Puts the thirtieth as `counted` has it in its place; answers where it was something else. */
  replace(thirtieth: number, counted: ThirtiethSums): readonly Disparity[] {
    const [mine, other] = [this.#parts[thirtieth] as Sums, counted.#parts[thirtieth] as Sums];
    const apart = [...new Set([...mine.keys(), ...other.keys()])].flatMap((key) => {
      const [kept, found] = [mine.get(key) ?? 0n, other.get(key) ?? 0n];
      return kept === found ? [] : [{ ...partsOf(key), counted: found, kept }];
    });
    mine.clear();
    for (const [key, value] of other) mine.set(key, value);
    return apart;
  }
}
