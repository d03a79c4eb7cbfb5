/** What the difference of a line comes from, while selling goes on (R9). Pure. */
import { documentNo, isDocumentKind, type DocumentKind } from 'services/contracts/document';
import { compareLine, type LineState } from './contract.ts';

/** A movement after the books were taken, `num` signed. */
export type Move = {
  readonly at: string;
  readonly type: string;
  readonly kind: string;
  readonly id: number;
  readonly no: string;
  readonly num: number;
  readonly by: string;
};
type Line = {
  readonly finished: boolean;
  readonly bookNum: number;
  readonly factNum: number;
  readonly moves: readonly Move[];
  /** Quantity held by documents, and their hold keys. */
  readonly held: number;
  readonly holdKeys: readonly string[];
};
export type Difference = {
  readonly state: LineState;
  readonly missing: number;
  readonly gone: number;
  readonly explain: string;
};

/** `transfer-7/v1/0` → its document. */
export const documentOfKey = (key: string): { readonly kind: DocumentKind; readonly id: number } | null => {
  const [, kind = '', id = ''] = /^([a-z-]+)-(\d+)\//.exec(key) ?? [];
  return isDocumentKind(kind) ? { kind, id: Number(id) } : null;
};

type Names = (transferId: number) => string | undefined;
const toShop = (kind: string, id: number, names: Names): string => {
  const name = kind === 'transfer' ? names(id) : undefined;
  return name === undefined ? '' : ` → ${name}`;
};
const told = ({ at, type, kind, id, no, num, by }: Move, names: Names): string => {
  const to = num < 0 ? toShop(kind, id, names) : '';
  return `${at} ${type} ${no}${to} ${num > 0 ? '+' : ''}${num}（${by}）`;
};
const heldBy = (key: string, names: Names): string[] => {
  const document = documentOfKey(key);
  if (document === null) return [];
  const { kind, id } = document;
  return [`待审 ${documentNo(kind, id)}${toShop(kind, id, names)}`];
};

/** Pieces that left since, or that a document has, are explained; what lacks beyond them is missing. */
export const differenceOf = ({ bookNum, factNum, moves, held, holdKeys, finished }: Line, names: Names): Difference => {
  const explain = [
    ...moves.map((move) => told(move, names)),
    ...new Set(holdKeys.flatMap((key) => heldBy(key, names))),
  ].join('；');
  const gone = Math.max(0, -moves.reduce((sum, { num }) => sum + num, 0)) + held;
  return { ...compareLine({ bookNum, factNum, gone, finished }), gone, explain };
};
