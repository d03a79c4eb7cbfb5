/**
 * Documents that touch pieces (transfer, sale, supplier return …) share one life and one set of events, named after
 * the document: `TransferSubmitted`, `SaleSubmitted` … The saga in services/documents drives all of them.
 *
 * Life: submitted → (all pieces held) opened | (one refused) refused; pending: revised, deleted; audited → posted;
 * reversed (反审核) → pending again as the next version. Lines of a version are written in chunks of ≤ 200 before the
 * event that names the version.
 */
import { z } from 'zod';
import type { DocumentManifest } from './manifest.ts';
import { MANIFESTS } from './manifests.ts';
import { AmountFen } from './units.ts';
import { storedPerson } from './person.ts';
import { LISTS, kept, storedName, storedText, storedWhole } from './values.ts';

/** `transfer`: one of the kinds of the manifests. Stored events may name any, so it is no closed type. */
export type DocumentKind = string;
export const isDocumentKind = (kind: DocumentKind, manifests = MANIFESTS): boolean =>
  manifests.some((manifest) => manifest.kind === kind);
/** @throws {RangeError} for a kind without a manifest (a fault: the house has no such documents). */
export const manifestOf = (kind: DocumentKind, manifests = MANIFESTS): DocumentManifest => {
  const manifest = manifests.find((one) => one.kind === kind);
  if (manifest === undefined) throw new RangeError(`no manifest of document kind ${kind}`);
  return manifest;
};
/** The number people see (R40): two letters + id. */
export const numberOf = ({ prefix }: Pick<DocumentManifest, 'prefix'>, id: number): string => `${prefix}${id}`;
/** @throws {RangeError} for a kind without a manifest. */
export const documentNo = (kind: DocumentKind, id: number, manifests = MANIFESTS): string =>
  numberOf(manifestOf(kind, manifests), id);

/**
 * Number of the shapes of {@link documentEvents}. 1: no effects, problems by the index of their line. 2: effects, problems
 * by list and line. 3: lines with their list and their id, which legs of effects name. 4: what an audit opens.
 */
export const DOCUMENT_SCHEMA = 4;

/** Lines per event; keeps an event far below the store's limit. */
export const LINES_PER_EVENT = 200;

/** The list that lines of pieces lie in. */
export const GOODS_LIST = 'goods';
/** What every stored line has: the list it lies in, and its id there, which it keeps as long as the line stands. */
export const lineKey = <List extends string>(list: List) => ({ list: z.literal(list), lineId: storedText() });
export type LineKey = { readonly list: string; readonly lineId: string };
/** A line that has no id yet. */
export type NewLine<Line> = Omit<Line, keyof LineKey>;

/** What a line adds to an effect; `quantity` in the custodian's unit (pieces, mg). `in` arrives, `out` departs, `move` does both, `stay` neither. */
export const EffectLeg = z.object({
  list: storedText().default(GOODS_LIST),
  lineId: storedText(),
  role: z.enum(['in', 'move', 'out', 'stay']),
  quantity: kept('lotWeight', z.number().positive()),
});
export type EffectLeg = z.infer<typeof EffectLeg>;
/**
 * What a version of a document asks of a custodian about one of the things it answers for (`id`: a barcode). There is
 * one for each thing, with all lines that touch it. `key` names its reservation and, once posted, its posting.
 */
export const Effect = z.object({
  key: storedText(),
  custodian: storedText(),
  id: storedName(),
  legs: z.array(EffectLeg).max(LISTS.documentLines),
});
export type Effect = z.infer<typeof Effect>;
/** `v`: reserved by that version; `u`: claimed for the reversal of that number. */
export type EffectStep = `${'v' | 'u'}${number}`;
export const effectKey = (
  kind: DocumentKind,
  id: number,
  step: EffectStep,
  effect: Pick<Effect, 'custodian' | 'id'>,
): string => `${kind}-${id}/${step}/${effect.custodian}/${effect.id}`;
/**
 * Key of what a fact of the kind's own brings: a second effect on the thing would have the name of the first. `fact` tells it from
 * an earlier one that was taken back, whose key was let go.
 */
export const broughtKey = (
  kind: DocumentKind,
  id: number,
  step: EffectStep,
  { custodian, id: thing, fact }: Pick<Effect, 'custodian' | 'id'> & { readonly fact: number },
): string => `${kind}-${id}/${step}/brought/${fact}/${custodian}/${thing}`;
const BROUGHT_KEY = /^([a-z-]+-\d+)\/[uv]\d+\/brought\//;
/** Whether a fact of the kind's own brought it: it is there while the document is posted, and gone once that is taken back. */
export const isBrought = ({ key }: Pick<Effect, 'key'>): boolean => BROUGHT_KEY.test(key);
/** That key at another step of its document. */
export const broughtKeyAt = (key: string, step: EffectStep): string => key.replace(BROUGHT_KEY, `$1/${step}/brought/`);

/** A line whose custodian said no. */
export const LineProblem = z.object({
  list: storedText(),
  lineId: storedText(),
  custodian: storedText(),
  id: storedName(),
  code: storedText(),
  message: storedText(),
});
export type LineProblem = Readonly<z.infer<typeof LineProblem>>;
/** What an effect came to where only its posting could tell, in the custodian's units: a cost, a lot. */
export const EffectOutcome = z.object({
  key: storedText(),
  figures: z.array(z.object({ name: storedText(), value: AmountFen })).max(LISTS.choices),
});
export type EffectOutcome = z.infer<typeof EffectOutcome>;

/** A document that another one opens when it is audited, with the lines that go into it; its id is drawn before. */
export const Opening = z.object({
  kind: storedText(),
  id: storedWhole('id'),
  list: storedText(),
  lineIds: z.array(storedText()).max(LISTS.documentLines),
});
export type Opening = Readonly<z.infer<typeof Opening>>;

/** An event of a document: of the common life, or a fact of the kind's own (services/documents/own-facts.ts). */
export const documentFact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    data: z.object({ documentId: storedWhole('id'), version: storedWhole('index'), ...data }),
  });

const effects = z.array(Effect).max(LISTS.eventLines).optional();

/**
 * The events of a document named `name` (PascalCase), with its header and its line; lines of several lists are a union
 * that tells them apart by `list`.
 */
export const documentEvents = <Name extends string, Header extends z.ZodType, Line extends z.ZodType<LineKey>>(
  name: Name,
  header: Header,
  line: Line,
) =>
  z.discriminatedUnion('type', [
    /** `effects`: those that begin with one of these lines, where the document is too long to name them all at once. */
    documentFact(`${name}LinesWritten`, {
      offset: storedWhole('index'),
      lines: z.array(line).max(LISTS.eventLines),
      effects,
    }),
    /** `effects`: those that were not written with the lines; absent in events of before they were stored. */
    documentFact(`${name}Submitted`, { header, lineCount: storedWhole('index'), effects }),
    documentFact(`${name}Opened`, {}),
    documentFact(`${name}Refused`, { problems: z.array(LineProblem).max(LISTS.eventLines) }),
    documentFact(`${name}RevisionProposed`, { header, lineCount: storedWhole('index'), effects }),
    documentFact(`${name}Revised`, {}),
    documentFact(`${name}RevisionRefused`, { problems: z.array(LineProblem).max(LISTS.eventLines) }),
    documentFact(`${name}Deleted`, {}),
    /**
     * The decision. `rowIds[i]` is the stock row that line i makes (transfer), empty elsewhere; `opens` where it opens
     * other documents, which are there before it is posted.
     */
    documentFact(`${name}Audited`, {
      auditor: storedPerson(),
      rowIds: z.array(storedWhole('id')).max(LISTS.eventLines),
      opens: z.array(Opening).max(LISTS.documentLines).optional(),
    }),
    /** Every effect is posted; `outcomes` where there are any. */
    documentFact(`${name}Posted`, { outcomes: z.array(EffectOutcome).max(LISTS.eventLines).optional() }),
    documentFact(`${name}ReversalProposed`, { reason: storedText() }),
    documentFact(`${name}ReversalRefused`, { problems: z.array(LineProblem).max(LISTS.eventLines) }),
    /** The reversal is decided; `version` is the next one, whose holds the pieces carry when they are back. */
    documentFact(`${name}Reversed`, { reason: storedText() }),
    /** Every piece is back and held: 待审核 again. */
    documentFact(`${name}Reopened`, {}),
  ]);
/** Event type names of a document, for projections. */
export const DOCUMENT_FACTS = [
  'LinesWritten',
  'Submitted',
  'Opened',
  'Refused',
  'RevisionProposed',
  'Revised',
  'RevisionRefused',
  'Deleted',
  'Audited',
  'Posted',
  'ReversalProposed',
  'ReversalRefused',
  'Reversed',
  'Reopened',
] as const;
export const documentEventTypes = (name: string): string[] => DOCUMENT_FACTS.map((fact) => `${name}${fact}`);
