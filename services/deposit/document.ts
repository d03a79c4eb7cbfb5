/** A deposit as the saga sees it: an account of the customer gets money, or gives it back. */
import { balanceEffects } from '../balance/contract.ts';
import type { DocumentSpec } from '../documents/spec.ts';
import { DEPOSIT_LIST, DepositEvent, DepositHeader, DepositLine, depositStream } from './contract.ts';
import { depositManifest } from './manifest.ts';

export const depositDocument: DocumentSpec<DepositHeader, DepositLine> = {
  kind: depositManifest.kind,
  name: 'Deposit',
  // The body is flat: what is wrong with its line stands at the field itself.
  lists: { [DEPOSIT_LIST]: { path: '', field: 'amount' } },
  values: { header: DepositHeader, line: DepositLine },
  sums: [{ label: '金额', kind: 'documentMoney', of: ({ amountFen }) => amountFen }],
  stream: depositStream,
  parse: ({ type, data, meta }) => ({ ...DepositEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ depositedOn }) => depositedOn,
  dayField: 'depositAt',
  effectsOf: ({ customerId }, { account, kind, amountFen }) =>
    balanceEffects({ customerId, account }, kind === '1' ? 'in' : 'out', amountFen),
  termsOf: () => null,
};
