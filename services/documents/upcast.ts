/**
 * Earlier events of documents. What an event can tell by itself is upcast before anybody reads it ({@link documentUpcasts}).
 *
 * Events of before effects were stored are read as if they had them. What a line asked for was computed then: one effect
 * for each line, keyed by its index, and a line whose barcode, shop and quantity stayed kept its key. That is frozen here.
 * The lines lie in other events and the keys in the version before, so the fold is where it is known what to add.
 */
import {
  GOODS_LIST,
  broughtKeyAt,
  effectKey,
  isBrought,
  type DocumentKind,
  type Effect,
  type EffectLeg,
  type EffectStep,
  type LineProblem,
} from '../contracts/document.ts';
import type { Upcast } from '../contracts/event.ts';

const PIECE = 'piece';
const keyByLine = (kind: DocumentKind, id: number, step: EffectStep, lineId: string): string =>
  `${kind}-${id}/${step}/${lineId}`;
const LINE_KEY = /^[a-z-]+-\d+\/v\d+\/\d+$/;

/**
 * Key of a standing effect at another step of its document. One that was keyed by a line stays so: its reversal may be
 * under way, with claims that were made by the line.
 */
export const keyAt = (kind: DocumentKind, id: number, step: EffectStep, effect: Effect): string => {
  if (LINE_KEY.test(effect.key)) return keyByLine(kind, id, step, effect.legs[0]?.lineId ?? '');
  return isBrought(effect) ? broughtKeyAt(effect.key, step) : effectKey(kind, id, step, effect);
};

type OldHeader = {
  readonly shopId?: number;
  readonly outShopId?: number;
  readonly kind?: string;
};
type OldLine = { readonly barcode: string; readonly quantity: number };
type Before = {
  readonly id: number;
  readonly current: {
    readonly header: unknown;
    readonly lines: readonly unknown[];
    readonly effects: readonly Effect[];
  } | null;
  readonly draft: { readonly lines: readonly unknown[] } | null;
};
const shopOf = (header: unknown): number | undefined => {
  const { outShopId, shopId } = header as OldHeader;
  return outShopId ?? shopId;
};
const roleOf = (kind: DocumentKind, header: unknown): EffectLeg['role'] => {
  if (kind === 'transfer') return 'move';
  return (header as OldHeader).kind === 'gain' ? 'in' : 'out';
};

type Data = { readonly version: number; readonly [field: string]: unknown };
const effectsBefore = (kind: DocumentKind, state: Before, { version, header, lineCount }: Data): readonly Effect[] => {
  const keys = new Map((state.current?.effects ?? []).map(({ key, legs }) => [legs[0]?.lineId, key]));
  const stood = new Map(
    ((state.current?.lines ?? []) as readonly OldLine[]).map(({ barcode, quantity }, index) => [
      barcode,
      { shopId: shopOf(state.current?.header), quantity, key: keys.get(String(index)) },
    ]),
  );
  const lines = (state.draft?.lines ?? []).slice(0, lineCount as number) as readonly OldLine[];
  return lines.map(({ barcode, quantity }, index) => {
    const old = stood.get(barcode);
    const stays = old?.shopId === shopOf(header) && old?.quantity === quantity;
    const lineId = String(index);
    return {
      key: (stays ? old?.key : undefined) ?? keyByLine(kind, state.id, `v${version}`, lineId),
      custodian: PIECE,
      id: barcode,
      legs: [{ list: GOODS_LIST, lineId, role: roleOf(kind, header), quantity }],
    };
  });
};

/** Data of `Submitted` or `RevisionProposed`, with its effects whenever it was written. */
export const withEffects = <Of extends Data>(kind: DocumentKind, state: Before, data: Of): Of =>
  data['effects'] === undefined ? { ...data, effects: effectsBefore(kind, state, data) } : data;

/** A problem as it was stored first: by the index of its line and its barcode. */
type ProblemBefore = {
  readonly line: number;
  readonly barcode: string;
  readonly code: string;
  readonly message: string;
};
const problemsOf = (problems: readonly (ProblemBefore | LineProblem)[]): readonly LineProblem[] =>
  problems.map((one) => {
    if (!('barcode' in one)) return one;
    const { line, barcode: id, code, message } = one;
    return { list: GOODS_LIST, lineId: String(line), custodian: PIECE, id, code, message };
  });
const withProblems: Upcast = (data) => ({
  ...data,
  problems: problemsOf(data['problems'] as readonly (ProblemBefore | LineProblem)[]),
});

/** Lines of before had no list but that of the goods, and were told apart by their index. */
const withLineKeys: Upcast = (data) => {
  const offset = data['offset'] as number;
  const lines = data['lines'] as readonly object[];
  return {
    ...data,
    lines: lines.map((line, index) => ({ list: GOODS_LIST, lineId: String(offset + index), ...line })),
  };
};

/** How earlier events of documents named `name` become those of today, as far as each can tell by itself. */
export const documentUpcasts = (name: string): Readonly<Record<string, Upcast>> =>
  Object.fromEntries([
    [`${name}LinesWritten`, withLineKeys],
    ...['Refused', 'RevisionRefused', 'ReversalRefused'].map((fact) => [`${name}${fact}`, withProblems] as const),
  ]);
