/** Which line of the order that stands each line of the body is (S1§3). Pure. */
import type { NewLine } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { lastLineId, type StandingLines } from '../documents/lines.ts';
import type { SaleLine } from './contract.ts';
import { freeLineIds, lineOfWireId } from './line-ids.ts';

type LineOf<List extends SaleLine['list']> = Extract<SaleLine, { list: List }>;
type SentLines<List extends SaleLine['list']> = {
  readonly list: List;
  /** `sellGoodsList` */
  readonly path: string;
  readonly sent: readonly { readonly id: number | null }[];
  /** The order that is edited; null for a new one. */
  readonly before: ({ readonly id: number } & StandingLines<SaleLine>) | null;
  /** The lines made of those that were sent, in their order. */
  readonly lines: readonly NewLine<LineOf<List>>[];
  /** What a line is about where that names it: a line sent without its id is the one about the same thing. */
  readonly thingOf?: (line: NewLine<LineOf<List>>) => string;
};

/** An id that none of the order's lines has: of another order, or of a line that is gone. */
const FOREIGN = '明细行不属于此单据，请刷新后再保存';
const TWICE = '明细行重复，请刷新后再保存';
const OTHER_THING = '明细行与条码不一致，请删除该行后重新录入';

type LinesById<List extends SaleLine['list']> = ReadonlyMap<string, LineOf<List>>;
type Identity = string | undefined | Omit<FieldProblem, 'path'>;
const byThing = <List extends SaleLine['list']>(
  { lines, thingOf }: SentLines<List>,
  standing: LinesById<List>,
  index: number,
): string | undefined => {
  if (thingOf === undefined) return undefined;
  const thing = thingOf(lines[index]!);
  return [...standing].find(([, stood]) => thingOf(stood) === thing)?.[0];
};
const byId = <List extends SaleLine['list']>(
  { before, lines, thingOf = () => '' }: SentLines<List>,
  standing: LinesById<List>,
  { id, index }: { readonly id: number; readonly index: number },
): Identity => {
  const { saleId, lineId } = lineOfWireId(id);
  const stood = saleId === before?.id ? standing.get(lineId) : undefined;
  if (stood === undefined) return { message: FOREIGN };
  return thingOf(stood) === thingOf(lines[index]!) ? lineId : { message: OTHER_THING };
};

/** The lines with their ids: those that stand keep theirs, new ones get ids that no line of the order ever had. */
export const identified = <List extends SaleLine['list']>(
  asked: SentLines<List>,
): readonly LineOf<List>[] | Refusal => {
  const { list, path, before, lines } = asked;
  const ofList = (before?.lines ?? []).filter((line): line is LineOf<List> => line.list === list);
  const standing = new Map(ofList.map((line) => [line.lineId, line]));
  const kept = lines.map((_, index): Identity => {
    const id = asked.sent[index]?.id ?? null;
    return id === null ? byThing(asked, standing, index) : byId(asked, standing, { id, index });
  });
  const used = new Set<string>();
  const fields = kept.flatMap((id, index): FieldProblem[] => {
    if (id === undefined) return [];
    if (typeof id === 'object') return [{ path: `${path}.${index}.id`, ...id }];
    if (used.has(id)) return [{ path: `${path}.${index}.id`, message: TWICE }];
    used.add(id);
    return [];
  });
  if (fields[0] !== undefined) return refuse('invalid', 'sale.line_id', fields[0].message, { fields });
  const free = freeLineIds(standing.keys(), lastLineId(before, list));
  return lines.map((line, index) => {
    const id = kept[index];
    return { list, lineId: typeof id === 'string' ? id : free(), ...line } as LineOf<List>;
  });
};
