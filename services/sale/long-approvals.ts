/** Lines that a word which stands allows (R132): down to its percentage of the full price, for sales that its giver has no part in. Pure. */
import { isoWithOffset } from '../contracts/dates.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import type { LongApproval } from '../contracts/long-approval.ts';
import { mulDiv } from '../contracts/units.ts';
import type { Actor } from '../contracts/user.ts';
import type { Approval } from './approval.ts';
import { approvedLines, type BeyondLine } from './approve.ts';

const WHOLE_BP = 10_000;
const isFor = ({ barcodes, category, style }: LongApproval, { line }: BeyondLine): boolean =>
  barcodes.length > 0 ? barcodes.includes(line.barcode) : category === line.category && style === line.style;
/** Of a piece whose full price nobody knows no percentage is known. */
const reaches = ({ percentBp }: LongApproval, { line, fullFen }: BeyondLine): boolean =>
  fullFen !== null && line.amountFen >= mulDiv([fullFen, percentBp], WHOLE_BP);

type LineVerdict = { readonly word: LongApproval } | { readonly asked: BeyondLine };
/** `parties`: who sells, who enters, who entered before. */
const judged = (one: BeyondLine, words: readonly LongApproval[], parties: ReadonlySet<number>): LineVerdict => {
  const fitting = words.filter((word) => isFor(word, one) && reaches(word, one));
  const word = fitting.find(({ giver }) => !parties.has(giver.id));
  if (word !== undefined) return { word };
  const own = new Map(fitting.map(({ giver }) => [giver.id, giver]));
  return { asked: own.size === 0 ? one : { ...one, notBy: [...own.values()] } };
};

export type LongApprovalResult = {
  /** What still asks. */
  readonly beyond: readonly BeyondLine[];
  readonly approvals: readonly Approval[];
  readonly notes: readonly ExceptionNote[];
};
/** How far gold may be cut off is judged by itself: no percentage speaks of it. */
const isOfCut = ({ rule }: BeyondLine['exceeded'][number]): boolean => rule === 'cut-down';
/** What a word allows of a line, and what of it still asks; the difference to the tag is told with the one alone. */
const split = (one: BeyondLine): { readonly allowed: BeyondLine; readonly asked: readonly BeyondLine[] } => {
  const cut = one.exceeded.filter(isOfCut);
  return {
    allowed: { ...one, exceeded: one.exceeded.filter((limit) => !isOfCut(limit)) },
    asked: cut.length === 0 ? [] : [{ ...one, line: { ...one.line, tagPriceFen: 0 }, exceeded: cut }],
  };
};

type Sale = { readonly shopId: number; readonly parties: readonly number[] };
const noteOf = (word: LongApproval, lines: readonly BeyondLine[], shopId: number, { user }: Actor): ExceptionNote => ({
  kind: 'standing-word',
  shopId,
  who: word.giver,
  second: { id: user.id, name: user.nickName },
  amountFen: lines.reduce((sum, { line, fullFen }) => sum + Math.max(0, (fullFen ?? 0) - line.amountFen), 0),
  what: `${user.nickName}按${word.giver.name}给出的长期授权销售${lines.map(({ line }) => line.barcode).join('、')}（不低于${word.percentBp / 100}%，${word.reason}）`,
});

export const underStanding = (
  beyond: readonly BeyondLine[],
  words: readonly LongApproval[],
  { shopId, parties }: Sale,
  by: Actor,
): LongApprovalResult => {
  const all = new Set(parties);
  const asked: BeyondLine[] = [];
  const allowed = new Map<LongApproval, BeyondLine[]>();
  for (const one of beyond) {
    const verdict = one.exceeded.every(isOfCut) ? { asked: one } : judged(one, words, all);
    if ('asked' in verdict) {
      asked.push(verdict.asked);
      continue;
    }
    const parts = split(one);
    asked.push(...parts.asked);
    allowed.set(verdict.word, [...(allowed.get(verdict.word) ?? []), parts.allowed]);
  }
  const asker = { id: by.user.id, name: by.user.nickName };
  return {
    beyond: asked,
    approvals: [...allowed].map(([word, lines]) => ({
      approver: word.giver,
      asker,
      at: isoWithOffset(by.now),
      reason: `长期授权：${word.reason}`,
      lines: approvedLines(lines),
      standing: word.id,
    })),
    notes: [...allowed].map(([word, lines]) => noteOf(word, lines, shopId, by)),
  };
};
