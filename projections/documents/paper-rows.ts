/** Rows as paper has them: money with two decimals, weights and carats with three, words instead of codes. Pure. */
import { AUDIT_WORDS } from 'services/contracts/audit';
import type { Fields } from 'services/contracts/fields';
import type { PrintOffer, PrintedField } from 'services/contracts/manifest';
import { PRINTED_KINDS } from 'services/contracts/printed-kinds';
import { cut } from 'services/contracts/limits';
import { MASK } from 'services/contracts/person';
import { formatOf, type PrintFormat } from 'services/contracts/print-fields';

export type PaperRow = Readonly<Record<string, unknown>>;
/** How the figures of a row are written, by wire name. */
export type PaperFormats = ReadonlyMap<string, PrintFormat>;

const DECIMALS: Readonly<Partial<Record<PrintFormat, number>>> = { money: 2, weight: 3, carat: 3 };
const named = (fields: readonly PrintedField[]): (readonly [string, PrintFormat])[] =>
  fields.flatMap(([field, , format]) => (format === undefined ? [] : [[field, format] as const]));
const NOTHING: PrintOffer = { groups: [], lines: [] };
/** As the designer of templates offers the fields of a kind: of its head, and of its first list. */
export const formatsOf = (kind: string): { readonly head: PaperFormats; readonly line: PaperFormats } => {
  const { groups, lines } = PRINTED_KINDS.get(kind)?.offers ?? NOTHING;
  return { head: new Map(groups.flatMap(({ fields }) => named(fields))), line: new Map(named(lines)) };
};
/** As a read model declares them; `more` are the figures it makes itself. */
export const fieldFormats = (fields: Fields, more: Readonly<Record<string, PrintFormat>> = {}): PaperFormats =>
  new Map([
    ...Object.entries(fields).flatMap(([field, { facts }]): [string, PrintFormat][] =>
      facts.kind === 'money' || facts.kind === 'weight' ? [[field, facts.kind]] : [],
    ),
    ...Object.entries(more),
  ]);

const written = (field: string, value: unknown, formats: PaperFormats): unknown => {
  if (field === 'auditFlag') return AUDIT_WORDS[String(value)] ?? '';
  const decimals = DECIMALS[formats.get(field) ?? formatOf(field)];
  return typeof value === 'number' && decimals !== undefined ? value.toFixed(decimals) : value;
};
export const onPaper = (row: PaperRow, formats: PaperFormats): PaperRow =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [field, written(field, value, formats)]));
/** 138${MASK}8000: paper lies on a counter. */
export const maskedMobile = (mobile: string): string =>
  mobile.length >= 7 ? `${cut(mobile, 3)}${MASK}${mobile.slice(-4)}` : mobile;
/** What says that it may still change; '' once it is audited, and on papers that nobody audits. */
export const pendingOf = ({ auditFlag }: PaperRow): { readonly pending: string } => ({
  pending: auditFlag === 1 ? (AUDIT_WORDS[1] ?? '') : '',
});
