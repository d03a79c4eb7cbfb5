/**
 * Documents that touch pieces (transfer, sale, supplier return …) share one life and one set of events, named after
 * the document: `TransferSubmitted`, `SaleSubmitted` … The saga in platform/saga drives all of them.
 *
 * Life: submitted → (all pieces held) opened | (one refused) refused; pending: revised, deleted; audited → posted;
 * reversed (反审核) → pending again as the next version. Lines of a version are written in chunks of ≤ 200 before the
 * event that names the version.
 */
import { z } from 'zod';
import { LISTS, storedName, storedText, storedWhole } from './values.ts';

export const DOCUMENT_KINDS = {
  receipt: { prefix: 'RK', label: '入库单' },
  transfer: { prefix: 'DB', label: '调拨单' },
  check: { prefix: 'PD', label: '盘点单' },
  'supplier-return': { prefix: 'TH', label: '退货单' },
  sale: { prefix: 'XS', label: '销售单' },
  adjust: { prefix: 'SY', label: '损溢单' },
} as const;
export type DocumentKind = keyof typeof DOCUMENT_KINDS;
/** The number people see (R40): two letters + id. */
export const documentNo = (kind: DocumentKind, id: number): string => `${DOCUMENT_KINDS[kind].prefix}${id}`;

/** Lines per event; keeps an event far below the store's limit. */
export const LINES_PER_EVENT = 200;

/** Key of one line's hold: document, version, line. */
export const holdKey = (kind: DocumentKind, id: number, version: number, line: number): string =>
  `${kind}-${id}/v${version}/${line}`;
/** Key of one line's claim while a posting is being reversed. */
export const claimKey = (kind: DocumentKind, id: number, version: number, line: number): string =>
  `${kind}-${id}/u${version}/${line}`;

/** A line whose piece said no, as shown to the user. */
export const LineProblem = z.object({
  line: storedWhole('index'),
  barcode: storedName(),
  code: storedText(),
  message: storedText(),
});
export type LineProblem = z.infer<typeof LineProblem>;

const fact = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({
    type: z.literal(type),
    data: z.object({ documentId: storedWhole('id'), version: storedWhole('index'), ...data }),
  });

/** The events of a document named `name` (PascalCase), with its header and its line. */
export const documentEvents = <Name extends string, Header extends z.ZodType, Line extends z.ZodType>(
  name: Name,
  header: Header,
  line: Line,
) =>
  z.discriminatedUnion('type', [
    fact(`${name}LinesWritten`, { offset: storedWhole('index'), lines: z.array(line).max(LISTS.eventLines) }),
    fact(`${name}Submitted`, { header, lineCount: storedWhole('index') }),
    fact(`${name}Opened`, {}),
    fact(`${name}Refused`, { problems: z.array(LineProblem).max(LISTS.eventLines) }),
    fact(`${name}RevisionProposed`, { header, lineCount: storedWhole('index') }),
    fact(`${name}Revised`, {}),
    fact(`${name}RevisionRefused`, { problems: z.array(LineProblem).max(LISTS.eventLines) }),
    fact(`${name}Deleted`, {}),
    /** The decision. `rowIds[i]` is the stock row that line i makes (transfer), empty elsewhere. */
    fact(`${name}Audited`, { auditor: storedText(), rowIds: z.array(storedWhole('id')).max(LISTS.eventLines) }),
    /** Every piece is posted. */
    fact(`${name}Posted`, {}),
    fact(`${name}ReversalProposed`, { reason: storedText() }),
    fact(`${name}ReversalRefused`, { problems: z.array(LineProblem).max(LISTS.eventLines) }),
    /** The reversal is decided; `version` is the next one, whose holds the pieces carry when they are back. */
    fact(`${name}Reversed`, { reason: storedText() }),
    /** Every piece is back and held: 待审核 again. */
    fact(`${name}Reopened`, {}),
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
