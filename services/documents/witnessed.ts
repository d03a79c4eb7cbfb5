/** Documents that somebody has on paper, or that a shift has counted (R142): what changes of them needs a word. */
import type { CommonQueryMethods } from 'slonik';
import type { ExceptionNote } from '../contracts/exception.ts';
import { printedStream } from '../contracts/print-copies.ts';
import { yuanFromFen, yuanText } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { madeAndCounted, type WitnessedTable } from './live-checks.ts';

/** The maker himself may correct so long. */
const OWN_MS = 900_000;
export type Witnessed = {
  /** A copy was counted, or its paper's data were answered to anybody. */
  readonly printed: boolean;
  readonly counted: boolean;
  /** Whose document it is; null: nobody knows. */
  readonly makerId: number | null;
  /** When it was entered, ISO 8601. */
  readonly at: string;
};
type Asked = { readonly id: number; readonly stream: string; readonly paper: string };
export type Witnesses = (asked: Asked) => Promise<Witnessed>;

export const witnesses =
  (store: Pick<EventStore, 'read'>, db: CommonQueryMethods, table: WitnessedTable): Witnesses =>
  async ({ id, stream, paper }) => {
    const [copies, made] = await Promise.all([
      store.read(printedStream(paper, id), 0, 1),
      madeAndCounted(db, table, { id, stream, paper }),
    ]);
    return {
      printed: copies.length > 0 || made?.shown === true,
      counted: made?.counted ?? false,
      makerId: made?.makerId ?? null,
      at: made?.at ?? '',
    };
  };

export const isWitnessed = ({ printed, counted }: Witnessed): boolean => printed || counted;
const seenAs = ({ counted }: Witnessed): string => (counted ? '已交班' : '已打印');

/** A document as far as it was seen by others. */
export type Facts = {
  /** What came in; negative: what was paid out. */
  readonly paidFen: number;
  readonly methods: readonly { readonly method: string; readonly amountFen: number }[];
  readonly sellers: readonly unknown[];
  /** What else was seen of it: each line as it counts. */
  readonly lines: readonly unknown[];
};
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const byMethod = ({ methods }: Facts): readonly unknown[] =>
  methods
    .map(({ method, amountFen }) => [method, amountFen])
    .toSorted((one, other) => (String(one) < String(other) ? -1 : 1));
export type Difference = { readonly path: string; readonly message: string; readonly small: boolean };
/** Fields of the body that hold them. */
export type Places = { readonly paid: string; readonly lines: string; readonly methods: string };
/** What differs of what others saw. */
export const differences = (before: Facts, after: Facts, at: Places): readonly Difference[] => {
  const lower = after.paidFen < before.paidFen;
  const [was, is] = [before, after].map(({ paidFen }) => yuanText(paidFen));
  const moved = !same(byMethod(before), byMethod(after));
  return [
    ...(lower ? [{ path: at.paid, message: `实付由${was}元改为${is}元`, small: false }] : []),
    ...(same(before.lines, after.lines) ? [] : [{ path: at.lines, message: '修改了明细', small: false }]),
    ...(same(before.sellers, after.sellers) ? [] : [{ path: 'seller', message: '更换了销售员', small: true }]),
    // What is paid more in the way it was paid is no other way.
    ...(moved && !lower && before.paidFen === after.paidFen
      ? [{ path: at.methods, message: '更换了支付方式', small: true }]
      : []),
  ];
};

export type Change = {
  readonly witnessed: Witnessed;
  readonly found: readonly Difference[];
  readonly before: Facts;
  readonly after: Facts;
  readonly by: { readonly userId: number; readonly now: Date };
  readonly shopId: number;
  readonly documentNo: string;
};
export type ChangeVerdict = { readonly asks: readonly WordAsk[]; readonly notes: readonly ExceptionNote[] };
/** What an edit asks a word for, and the row of it. */
export const judgeChange = ({ witnessed, found, before, after, by, shopId, documentNo }: Change): ChangeVerdict => {
  if (!isWitnessed(witnessed)) return { asks: [], notes: [] };
  const isOwn = witnessed.makerId === by.userId && by.now.getTime() - Date.parse(witnessed.at) <= OWN_MS;
  const isFree = isOwn && !witnessed.counted && found.every(({ small }) => small);
  const what = `${documentNo}${seenAs(witnessed)}后${found.map(({ message }) => message).join('，')}`;
  const amountFen = Math.max(0, before.paidFen - after.paidFen);
  return {
    asks: isFree
      ? []
      : found.map(({ path, message }) => ({
          path,
          rule: 'witnessed',
          message: `${seenAs(witnessed)}的单据${message}`,
          value: yuanFromFen(after.paidFen),
          // Each point has a mark of its own.
          binds: [path, byMethod(after), after.sellers, after.lines],
          amountFen,
        })),
    notes: [{ kind: 'edit-after-print', shopId, documentNo, what, amountFen }],
  };
};

type Removal = Pick<Change, 'witnessed' | 'shopId' | 'documentNo'> & {
  readonly paidFen: number;
  readonly action: 'remove' | 'reverse';
};
/** What deleting and 反审核 ask. */
export const judgeRemoval = ({ witnessed, shopId, documentNo, paidFen, action }: Removal): ChangeVerdict => {
  if (!isWitnessed(witnessed)) return { asks: [], notes: [] };
  const verb = action === 'remove' ? '删除' : '反审核';
  const amountFen = Math.abs(paidFen);
  const message = `${documentNo}${seenAs(witnessed)}，${verb}需授权`;
  const kind = action === 'remove' ? 'delete-after-print' : 'edit-after-print';
  return {
    asks: [
      { path: '', rule: 'witnessed', message, value: yuanFromFen(paidFen), binds: [documentNo, action], amountFen },
    ],
    notes: [{ kind, shopId, documentNo, what: `${documentNo}${seenAs(witnessed)}后${verb}`, amountFen }],
  };
};
