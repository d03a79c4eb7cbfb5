/** What a case file says, before it is written: tables to read, the answers they are made of, and what they rest on. */
import type { Refusal } from '../../contracts/refusal.ts';
import type { Sum } from './signed-content.ts';

type Cells = readonly string[];
/** One thing in pairs, or many in rows. */
export type Table = { readonly title: string } & (
  | { readonly pairs: readonly (readonly [title: string, value: string])[] }
  | { readonly columns: Cells; readonly rows: readonly Cells[] }
);
export type Facts = {
  readonly title: string;
  readonly shopId: number;
  readonly shopName: string;
  readonly tables: readonly Table[];
  /** As the house answered. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly sums: readonly Sum[];
  /** Of the record itself, whose scope was judged when it was answered. */
  readonly streams: readonly string[];
  /** Of pieces whose lives were answered: events of colleagues among them are judged one by one. */
  readonly lives: readonly string[];
  /** Of the stream of a board, the version that held when the other stream began. */
  readonly heldThen?: { readonly board: string; readonly when: string } | undefined;
  /** Names of pictures. */
  readonly pictures: readonly string[];
};
export type Row = Readonly<Record<string, unknown>>;
/** Asks a GET of the house as the person who wants the case file, at its moment. */
export type Ask = (path: string, asked?: { readonly params?: Row; readonly query?: Row }) => Promise<unknown>;
export type Collect = (ask: Ask, onStep: (done: number, total: number) => void) => Promise<Facts>;

/** What the house did not answer, with its reason. */
export class NotAnswered extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'NotAnswered';
    this.refusal = refusal;
  }
}

/** A piece's life, for whoever has 首饰流水. */
export const LIFE = '/report-goods-flow/life';
/** A list or a life that its reader may not see is left out, not the whole. */
export const unlessRefused = async (asked: Promise<unknown>): Promise<unknown> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotAnswered) return null;
    throw error;
  }
};

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
