/** Who changed what on a document, before and after, out of its own stream (wire: GET <doc>/{id}/history). Pure. */
import { z } from 'zod';
import { DOCUMENT_FACTS, documentNo, manifestOf, type LineKey, type Opening } from 'services/contracts/document';
import type { Recorded } from 'services/event-store/port';

export const HistoryChange = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() });
export const HistoryStep = z.object({
  position: z.int(),
  at: z.string(),
  by: z.string(),
  type: z.string(),
  /** Chinese: 新增、修改、审核 … */
  title: z.string(),
  changes: z.array(HistoryChange),
  reason: z.string().nullable(),
});
export type HistoryStep = z.infer<typeof HistoryStep>;
export const History = z.array(HistoryStep);

type Line = LineKey & { readonly barcode?: string; readonly [field: string]: unknown };
type Header = Readonly<Record<string, unknown>>;
/** How a document's fields are named and shown; fields that are not listed stay out of the history. */
export type HistoryWords = {
  readonly header: Readonly<Record<string, { readonly label: string; readonly show: (value: unknown) => string }>>;
  readonly line: (line: Line) => string;
  /** Fields of the header that are told of the first version too. */
  readonly first?: readonly string[];
  /** What a fact of the kind's own is called and says; null: it stays out of the history. */
  readonly own?: (event: Recorded) => Pick<HistoryStep, 'title' | 'changes'> | null;
};

type Fact = (typeof DOCUMENT_FACTS)[number];
/** Facts a reader cares about; the others are steps of the saga between two of these. */
const TITLES: Partial<Record<Fact, string>> = {
  Opened: '新增',
  Refused: '未能保存',
  Revised: '修改',
  RevisionRefused: '修改未成功',
  Deleted: '删除',
  Audited: '审核',
  ReversalRefused: '反审核未成功',
  Reversed: '反审核',
};

type Version = { readonly header: Header; readonly lines: readonly Line[] };
const headerChanges = (before: Header, after: Header, words: HistoryWords): HistoryStep['changes'] =>
  Object.entries(words.header).flatMap(([field, { label, show }]) => {
    const [was, is] = [show(before[field]), show(after[field])];
    return was === is ? [] : [{ field, label, before: was, after: is }];
  });
/**
 * A line about a thing is that thing's line in its list: ids of lines written before they were stored are their places, which
 * an edit moved.
 */
const sameLine = ({ list, lineId, barcode }: Line): string => `${list}/${barcode ?? `#${lineId}`}`;
const lineChanges = (before: readonly Line[], after: readonly Line[], words: HistoryWords): HistoryStep['changes'] => {
  const told = (lines: readonly Line[]) => new Map(lines.map((line) => [sameLine(line), words.line(line)]));
  const [then, now] = [told(before), told(after)];
  const named = new Map([...before, ...after].map((line) => [sameLine(line), line]));
  return [...named].flatMap(([key, { list, lineId, barcode }]) => {
    const [was, is] = [then.get(key) ?? '', now.get(key) ?? ''];
    if (was === is) return [];
    const name = barcode ?? `${list}.${lineId}`;
    return [{ field: `line.${name}`, label: `明细 ${barcode ?? ''}`.trim(), before: was, after: is }];
  });
};

type HistoryFact = {
  readonly lines?: readonly Line[];
  readonly offset?: number;
  readonly header?: Header;
  readonly reason?: string;
  readonly opens?: readonly Opening[];
};
/** What is written but not accepted yet, and the reason last given. */
type Draft = Version & { readonly reason: string | null };
const drafted = (draft: Draft, fact: Fact, data: HistoryFact): Draft => {
  const lines =
    fact === 'LinesWritten' ? [...draft.lines.slice(0, data.offset ?? 0), ...(data.lines ?? [])] : draft.lines;
  return { header: data.header ?? draft.header, lines, reason: data.reason ?? draft.reason };
};

const changesOf = (fact: Fact, before: Version | null, after: Version, words: HistoryWords): HistoryStep['changes'] => {
  if (fact === 'Revised' && before !== null) {
    return [...headerChanges(before.header, after.header, words), ...lineChanges(before.lines, after.lines, words)];
  }
  if (fact !== 'Opened') return [];
  return headerChanges({}, after.header, words).filter(({ field }) => words.first?.includes(field) === true);
};

/** Documents that an audit opened, one change for each kind. */
const openedBy = (opens: readonly Opening[] = []): HistoryStep['changes'] =>
  [...Map.groupBy(opens, ({ kind }) => kind)].map(([kind, all]) => {
    const after = all.map(({ id }) => documentNo(kind, id)).join('、');
    return { field: `opens.${kind}`, label: manifestOf(kind).label, before: '', after };
  });

const ownStep = (event: Recorded, { own }: HistoryWords): HistoryStep[] => {
  const told = own?.(event) ?? null;
  const { type, position, meta } = event;
  return told === null ? [] : [{ position, at: meta.at, by: meta.userName, type, ...told, reason: null }];
};
/** Steps of document `name` in order of entry, each with the difference to the version before. */
export const historyOf = (name: string, events: readonly Recorded[], words: HistoryWords): HistoryStep[] => {
  const steps: HistoryStep[] = [];
  let accepted: Version | null = null;
  let draft: Draft = { header: {}, lines: [], reason: null };
  for (const event of events) {
    const { type, data, position, meta } = event;
    steps.push(...ownStep(event, words));
    const fact = type.slice(name.length) as Fact;
    draft = drafted(draft, fact, data);
    const title = TITLES[fact];
    if (title === undefined) continue;
    const opens = fact === 'Audited' ? openedBy((data as HistoryFact).opens) : [];
    const changes = [...changesOf(fact, accepted, draft, words), ...opens];
    if (fact === 'Opened' || fact === 'Revised') accepted = draft;
    const reason = fact === 'Reversed' || fact === 'ReversalRefused' ? draft.reason : null;
    steps.push({ position, at: meta.at, by: meta.userName, type, title, changes, reason });
  }
  return steps;
};

/** Fen as `¥1,234.50`; '' for nothing. */
export const shownMoney = (value: unknown): string =>
  typeof value === 'number' ? `¥${MONEY.format(value / 100)}` : '';
const MONEY = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** `足金戒指 × 2 件，调入价 ¥1,800.00，备注 客订`: what is empty or may not be seen is left out. */
export const shownLine = (line: Line, ...more: readonly (readonly [label: string, value: string])[]): string =>
  [
    `${shown(line['name'])} × ${shown(line['quantity'])} 件`,
    ...[...more, ['备注', shown(line['remark'])] as const].flatMap(([label, value]) =>
      value === '' ? [] : [`${label} ${value}`],
    ),
  ].join('，');

/** A stored value in words; '' for nothing. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
