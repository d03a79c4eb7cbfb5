/** balance_ledger: a row for each posting, its reversal and each carrying over, with the balance after it. */
import type { Recorded } from 'services/event-store/port';
import { isDocumentKind, manifestOf } from 'services/contracts/document';
import type { BalanceEvent } from 'services/balance/contract';
import { ledger, type Row } from '../platform/projection/projection.ts';

const MOVEMENTS = [
  'BalancePosted',
  'BalancePostingReversed',
  'BalanceHandedOver',
  'BalanceTakenOver',
  'BalanceHandOverUndone',
] as const;
type Movement = Extract<BalanceEvent, { type: (typeof MOVEMENTS)[number] }>;
type LedgerMove = {
  readonly account: string;
  readonly kind: string;
  readonly amount_fen: number;
  readonly balance_fen: number;
};

type Posting = Extract<Movement, { type: 'BalancePosted' | 'BalancePostingReversed' }>;
const postingRow = ({ type, data }: Posting): LedgerMove => {
  const { account, addedFen, takenFen, balanceFen: balance_fen, document } = data;
  const posted = addedFen - takenFen;
  const label = isDocumentKind(document.kind) ? manifestOf(document.kind).label : document.kind;
  return type === 'BalancePosted'
    ? { account, kind: label, amount_fen: posted, balance_fen }
    : { account, kind: `${label}（反审核）`, amount_fen: -posted, balance_fen };
};
type Move = Exclude<Movement, Posting>;
const MOVES: Readonly<Record<Move['type'], readonly [sign: 1 | -1, merge: string, part: string]>> = {
  BalanceHandedOver: [-1, '合并转出', '撤销合并转出'],
  BalanceTakenOver: [1, '合并转入', '撤销合并转回'],
  BalanceHandOverUndone: [1, '合并转出撤销', '撤销合并转出撤销'],
};
const moveRows = ({ type, data }: Move): readonly LedgerMove[] => {
  const [sign, merge, part] = MOVES[type];
  return data.moved.map(({ account, amountFen, balanceFen: balance_fen }) => ({
    account,
    kind: data.doing === 'merge' ? merge : part,
    amount_fen: sign * amountFen,
    balance_fen,
  }));
};
const isPosting = (event: Movement): event is Posting => 'document' in event.data;

const rowsOf = (event: Recorded): readonly Row[] => {
  const movement = event as unknown as Movement;
  const document = 'document' in movement.data ? movement.data.document : null;
  const rows = isPosting(movement) ? [postingRow(movement)] : moveRows(movement);
  return rows.map((row) => ({
    ...row,
    customer_id: movement.data.customerId,
    document_kind: document?.kind ?? '',
    document_id: document?.id ?? null,
    document_no: document?.no ?? '',
    by_name: event.meta.userName,
  }));
};

export const balanceLedger = ledger<Row>({
  name: 'balance-ledger',
  version: 1,
  ddl: new URL('./ledger.sql', import.meta.url),
  table: 'balance_ledger',
  events: MOVEMENTS,
  rows: rowsOf,
});
