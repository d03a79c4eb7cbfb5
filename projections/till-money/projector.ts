/**
 * till_money: what each save, edit and deletion of a document changed in the till that took its money (R80). Its state row
 * also says whose cash of which day the document is, in a till or in none (R83); rows beside it say on which days that cash
 * was entered (R139).
 */
import { ACCOUNTS } from 'services/balance/contract';
import type { Recorded } from 'services/event-store/port';
import { cashOf } from 'services/cash-report/contract';
import { dayOf } from 'services/contracts/dates';
import { indexedTill } from 'services/shift/contract';
import { keyed, type Row } from '../platform/projection/projection.ts';
import { entriesAfter, type CashEntry } from './entry-row.ts';

/** Documents that take or pay money; `sign` of what their payments bring into the till. */
const KINDS = {
  Sale: { kind: 'sale', sign: 1, day: 'soldOn' },
  Recycle: { kind: 'recycle', sign: -1, day: 'recycledOn' },
  Deposit: { kind: 'deposit', sign: 1, day: 'depositedOn' },
} as const;
const FACTS = [
  'LinesWritten',
  'Submitted',
  'Opened',
  'Refused',
  'RevisionProposed',
  'Revised',
  'RevisionRefused',
  'Deleted',
  'Reversed',
] as const;
type Fact = (typeof FACTS)[number];
type Name = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Name[];

/** Cash of one person's day, fen; in and out apart (R83). */
type Cash = { readonly customer: number; readonly day: string; readonly inFen: number; readonly outFen: number };
/** What a version puts where, fen by method; a till '' is none. */
type Money = {
  readonly shop: number;
  readonly till: string;
  readonly methods: Readonly<Record<string, number>>;
  readonly cash: Cash;
};
type Draft = { readonly money?: Money; readonly out?: boolean };
type What = 'new' | 'edit' | 'delete' | 'reverse';
export type TillRecord = Row & {
  readonly document: string;
  readonly position: number;
  readonly line: number;
  readonly method: string;
  readonly kind: string;
  readonly document_id: number;
  readonly shop_id: number;
  readonly till: string;
  readonly fen: number;
  readonly what: What;
  readonly at: string;
  readonly by_name: string;
  readonly draft: Draft | null;
  readonly standing: Money | null;
  /** Of the state row alone; 0 and null where the document stands no more. */
  readonly customer_id: number | null;
  readonly day_on: string | null;
  readonly cash_in_fen: number;
  readonly cash_out_fen: number;
  /** Position of the last version that stands. */
  readonly changed: number | null;
  /** Of rows of entry alone, where cash and customer stand, too: the day of entry, the day of the document, its till, and who. */
  readonly entered_on: string | null;
  readonly dated_on: string | null;
  readonly entered_till: string | null;
  readonly by_id: number | null;
};
const STATE = 0;

const named = (type: string): { readonly name: Name; readonly fact: Fact } | null => {
  const name = NAMES.find((one) => type.startsWith(one) && FACTS.includes(type.slice(one.length) as Fact));
  return name === undefined ? null : { name, fact: type.slice(name.length) as Fact };
};
const isAccount = (method: string): boolean => (ACCOUNTS as readonly string[]).includes(method);

type Header = {
  readonly shopId: number;
  readonly customerId: number;
  readonly till?: string;
  readonly payments?: readonly { readonly method: string; readonly amountFen: number }[];
} & { readonly [day in (typeof KINDS)[Name]['day']]?: string };
/** What customers left with the chain is in no till. */
const moneyOf = (header: Header, name: Name, sign: number): Money => {
  const { shopId, till = '', payments = [], customerId } = header;
  const methods: Record<string, number> = {};
  for (const { method, amountFen } of payments) {
    if (!isAccount(method)) methods[method] = (methods[method] ?? 0) + sign * amountFen;
  }
  const cash = { customer: customerId, day: header[KINDS[name].day] ?? '', ...cashOf(payments, sign) };
  return { shop: shopId, till: indexedTill(till), methods, cash };
};

type Entry = { readonly shop: number; readonly till: string; readonly method: string; readonly fen: number };
const entriesOf = (money: Money | null, sign: 1 | -1): readonly Entry[] =>
  money === null || money.till === ''
    ? []
    : Object.entries(money.methods).map(([method, fen]) => ({
        shop: money.shop,
        till: money.till,
        method,
        fen: sign * fen,
      }));
/** By place and method; what did not change is left out. */
const changes = (before: Money | null, after: Money | null): readonly Entry[] => {
  const sums = new Map<string, Entry>();
  for (const entry of [...entriesOf(before, -1), ...entriesOf(after, 1)]) {
    const key = JSON.stringify([entry.shop, entry.till, entry.method]);
    sums.set(key, { ...entry, fen: entry.fen + (sums.get(key)?.fen ?? 0) });
  }
  return [...sums.values()].filter(({ fen }) => fen !== 0);
};

const NO_ENTRY = { entered_on: null, dated_on: null, entered_till: null, by_id: null };
const NO_CASH = { customer_id: null, day_on: null, cash_in_fen: 0, cash_out_fen: 0 };
const fresh = (event: Recorded, kind: string): TillRecord => ({
  document: event.stream,
  position: STATE,
  line: 0,
  method: '',
  kind,
  document_id: Number(event.data.documentId),
  shop_id: 1,
  till: '',
  fen: 0,
  what: 'new',
  at: event.meta.at,
  by_name: '',
  draft: null,
  standing: null,
  ...NO_CASH,
  changed: null,
  ...NO_ENTRY,
});
const stateOf = (state: TillRecord, standing: Money | null, position: number): TillRecord => {
  const kept = { ...state, standing, changed: position };
  if (standing === null) return { ...kept, ...NO_CASH };
  const { customer, day, inFen, outFen } = standing.cash;
  const cash = { customer_id: customer, day_on: day, cash_in_fen: inFen, cash_out_fen: outFen };
  return { ...kept, ...cash, shop_id: standing.shop };
};

/** The document's state after the fact, and what that changed in tills. */
type Step = { readonly state: TillRecord; readonly entries: readonly Entry[]; readonly what: What };
const quiet = (state: TillRecord): Step => ({ state, entries: [], what: 'new' });
const accepted = (state: TillRecord, what: What, position: number): Step => {
  const standing = state.draft?.money ?? state.standing;
  return {
    state: { ...stateOf(state, standing, position), draft: null },
    entries: changes(state.standing, standing),
    what,
  };
};
const signOf = (name: Name, draft: Draft | null): number => (draft?.out === true ? -1 : KINDS[name].sign);
const paysOut = (lines: unknown): boolean =>
  Array.isArray(lines) && (lines[0] as { readonly kind?: unknown } | undefined)?.kind === '2';

type TillFact = { readonly name: Name; readonly fact: Fact };
const stepped = (state: TillRecord, { name, fact }: TillFact, { data: said, position }: Recorded): Step => {
  const data = said as Readonly<Record<string, unknown>>;
  switch (fact) {
    case 'LinesWritten':
      return quiet({ ...state, draft: { ...state.draft, out: name === 'Deposit' && paysOut(data['lines']) } });
    case 'Submitted':
    case 'RevisionProposed': {
      const money = moneyOf(data['header'] as Header, name, signOf(name, state.draft));
      return quiet({ ...state, draft: { ...state.draft, money } });
    }
    case 'Opened':
      return accepted(state, 'new', position);
    case 'Revised':
      return accepted(state, 'edit', position);
    case 'Refused':
    case 'RevisionRefused':
      return quiet({ ...state, draft: null });
    case 'Deleted':
      return { state: stateOf(state, null, position), entries: changes(state.standing, null), what: 'delete' };
    // Nothing changes until it is edited or deleted, yet whoever counts shall see it.
    case 'Reversed':
      return { state, entries: entriesOf(state.standing, 1).map((entry) => ({ ...entry, fen: 0 })), what: 'reverse' };
  }
};

const isState = ({ position, line }: TillRecord): boolean => position === STATE && line === 0;
const isEntry = ({ position, line }: TillRecord): boolean => position === STATE && line > 0;
const cashEntryOf = (row: TillRecord): CashEntry => ({
  on: row.entered_on ?? '',
  inFen: row.cash_in_fen,
  outFen: row.cash_out_fen,
  byId: row.by_id ?? 0,
  byName: row.by_name,
});
/** Where the document stands as it stood, the rows are those of before. */
const enteredRows = (before: readonly TillRecord[], state: TillRecord, event: Recorded): readonly TillRecord[] => {
  const { standing } = state;
  if (standing === null) return [];
  if (state.changed !== event.position) return before;
  const { cash, shop, till } = standing;
  const entry = { on: dayOf(new Date(event.meta.at)), byId: event.meta.userId, byName: event.meta.userName };
  return entriesAfter(before.map(cashEntryOf), cash, entry).map((part, index): TillRecord => ({
    ...fresh(event, state.kind),
    line: index + 1,
    shop_id: shop,
    by_name: part.byName,
    customer_id: cash.customer,
    cash_in_fen: part.inFen,
    cash_out_fen: part.outFen,
    entered_on: part.on,
    dated_on: cash.day,
    entered_till: till,
    by_id: part.byId,
  }));
};

const fold = (rows: readonly TillRecord[], event: Recorded): readonly TillRecord[] => {
  const found = named(event.type);
  if (found === null) return rows;
  const { kind } = KINDS[found.name];
  const before = rows.find(isState) ?? fresh(event, kind);
  const { state, entries, what } = stepped(before, found, event);
  const added = entries.map(({ shop, till, method, fen }, line): TillRecord => ({
    ...fresh(event, kind),
    position: event.position,
    line,
    shop_id: shop,
    till,
    method,
    fen,
    what,
    by_name: event.meta.userName,
  }));
  const money = rows.filter(({ position }) => position !== STATE);
  return [...money, state, ...enteredRows(rows.filter(isEntry), state, event), ...added];
};

export default keyed<TillRecord>({
  name: 'till-money',
  version: 3,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'till_money',
  events: NAMES.flatMap((name) => FACTS.map((fact) => `${name}${fact}`)),
  key: 'document',
  identity: ['document', 'position', 'line'],
  reads: { where: 'position = 0' },
  keyOf: (event) => event.stream,
  fold,
});
