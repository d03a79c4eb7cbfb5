/** What a new version asks of custodians, and how a long one is cut into appends. Pure. */
import {
  LINES_PER_EVENT,
  effectKey,
  type DocumentKind,
  type Effect,
  type EffectLeg,
  type LineKey,
} from '../contracts/document.ts';
import { lineName, placesOf } from './lines.ts';
import type { DocumentState } from './state.ts';

/** What one line asks of a custodian about `id`. */
export type LineEffect = {
  readonly custodian: string;
  readonly id: string;
  readonly role: EffectLeg['role'];
  readonly quantity: number;
  /** Where it is reserved (a shop): at another place it is another reservation. */
  readonly place: number;
};
/** What the header itself asks: `lineId` is its place in the list of the body that says so. */
export type HeaderEffect = LineKey & { readonly of: LineEffect };
type Planned = Omit<Effect, 'key'> & { readonly place: number };
export type EffectRules<Header, Line extends LineKey> = {
  readonly kind: DocumentKind;
  readonly effectsOf: (header: Header, line: Line) => readonly LineEffect[];
  /** Beyond its lines: how it is paid. */
  readonly headerEffectsOf?: (header: Header) => readonly HeaderEffect[];
};

const thingOf = ({ custodian, id }: Pick<Effect, 'custodian' | 'id'>): string => `${custodian}/${id}`;
/** What arrives is there before it is taken from: an order may use what it brings. */
const ORDER: readonly EffectLeg['role'][] = ['in', 'move', 'stay', 'out'];
const inOrder = (left: EffectLeg, right: EffectLeg): number => ORDER.indexOf(left.role) - ORDER.indexOf(right.role);

/** One for each thing, with the legs of all lines that touch it; in the order of their first lines. */
const planned = <Header, Line extends LineKey>(
  { effectsOf, headerEffectsOf = () => [] }: EffectRules<Header, Line>,
  { header, lines }: { readonly header: Header; readonly lines: readonly Line[] },
): readonly Planned[] => {
  const ofLines = lines.flatMap((line) =>
    effectsOf(header, line).map((of): HeaderEffect => ({ list: line.list, lineId: line.lineId, of })),
  );
  const asked = [...ofLines, ...headerEffectsOf(header)].map(({ list, lineId, of: { role, quantity, ...of } }) => ({
    of,
    leg: { list, lineId, role, quantity },
  }));
  return [...Map.groupBy(asked, ({ of }) => thingOf(of)).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ ...first.of, legs: same.map(({ leg }) => leg).toSorted(inOrder) }];
  });
};

const sameLegs = (left: readonly EffectLeg[], right: readonly EffectLeg[]): boolean =>
  left.length === right.length &&
  left.every(({ role, quantity }, index) => role === right[index]?.role && quantity === right[index].quantity);

/** Effects of a new version: whoever stays in place with the same quantities keeps the key it has. */
export const effectsOfVersion = <Header, Line extends LineKey>(
  rules: EffectRules<Header, Line>,
  { current }: Pick<DocumentState<Header, Line>, 'current'>,
  version: {
    readonly documentId: number;
    readonly version: number;
    readonly header: Header;
    readonly lines: readonly Line[];
  },
): readonly Effect[] => {
  const standing = new Map(current?.effects.map((effect) => [thingOf(effect), effect]));
  const places = new Map(current && planned(rules, current).map((one) => [thingOf(one), one.place]));
  return planned(rules, version).map(({ place, custodian, id, legs }) => {
    const name = thingOf({ custodian, id });
    const old = standing.get(name);
    const stays = old !== undefined && places.get(name) === place && sameLegs(old.legs, legs);
    const key = stays ? old.key : effectKey(rules.kind, version.documentId, `v${version.version}`, { custodian, id });
    return { key, custodian, id, legs };
  });
};

/** Bytes of JSON per append; leaves room for metadata below the store's 256 KB. */
const CHUNK_BYTES = 180 * 1024;
const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
/** Lines cut so that each piece fits one append: ≤ 200 lines, below 180 KB with what `beside` adds for the line at an index. */
export const chunksOf = <Line>(
  lines: readonly Line[],
  beside: (index: number) => number = () => 0,
): readonly (readonly Line[])[] => {
  const chunks: Line[][] = [];
  let room = 0;
  for (const [index, line] of lines.entries()) {
    const bytes = bytesOf(line) + 1 + beside(index);
    const last = chunks.at(-1);
    if (last === undefined || last.length >= LINES_PER_EVENT || bytes > room) {
      chunks.push([line]);
      room = CHUNK_BYTES - bytes;
    } else {
      last.push(line);
      room -= bytes;
    }
  }
  return chunks;
};

export type Chunk<Line extends LineKey> = {
  readonly offset: number;
  readonly lines: readonly Line[];
  /** Those whose first line is among the lines. */
  readonly effects: readonly Effect[];
};
/** Without measuring each line: a character has three bytes at most. */
const surelyFits = (lines: readonly unknown[], effects: readonly Effect[]): boolean =>
  lines.length <= LINES_PER_EVENT && 3 * JSON.stringify([lines, effects]).length <= CHUNK_BYTES;
/** Lines with the effects that begin with them, each chunk for one append; one chunk for most documents. */
export const versionChunks = <Line extends LineKey>(
  lines: readonly Line[],
  effects: readonly Effect[],
): readonly Chunk<Line>[] => {
  if (surelyFits(lines, effects)) return [{ offset: 0, lines, effects }];
  const places = placesOf(lines);
  const byLine = Map.groupBy(effects, ({ legs }) =>
    Math.min(...legs.map((leg) => places.get(lineName(leg))?.index ?? 0)),
  );
  const at = (index: number): readonly Effect[] => byLine.get(index) ?? [];
  let offset = 0;
  return chunksOf(lines, (index) => (byLine.has(index) ? bytesOf(at(index)) : 0)).map((part) => {
    const chunk = { offset, lines: part, effects: part.flatMap((_, index) => at(offset + index)) };
    offset += part.length;
    return chunk;
  });
};
