/** A recycle order as the saga sees it: each line brings a lot of old material to its shop. */
import { BALANCE, PAYMENT_LIST, paymentEffects } from '../balance/contract.ts';
import type { DocumentSpec } from '../documents/spec.ts';
import { RECYCLE_LIST, RecycleLine, broughtTerms, materialEffect } from '../old-material/contract.ts';
import { RecycleEvent, RecycleHeader, recycleStream } from './contract.ts';
import { recycleManifest } from './manifest.ts';

export const recycleDocument: DocumentSpec<RecycleHeader, RecycleLine> = {
  kind: recycleManifest.kind,
  name: 'Recycle',
  lists: {
    [RECYCLE_LIST]: { path: 'recycleList', field: 'fineness' },
    [PAYMENT_LIST]: { path: 'balanceList', field: 'amount' },
  },
  values: { header: RecycleHeader, line: RecycleLine },
  sums: [
    { label: '合计重量', kind: 'documentWeight', of: ({ weightMg }) => weightMg },
    { label: '旧料金额', kind: 'documentMoney', of: ({ priceFen }) => priceFen },
  ],
  stream: recycleStream,
  parse: ({ type, data, meta }) => ({ ...RecycleEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ recycledOn }) => recycledOn,
  dayField: 'recycleAt',
  effectsOf: ({ shopId }, { fineness, weightMg }) => [materialEffect({ shopId, fineness }, 'in', weightMg)],
  // What the shop pays out goes to the account (R79).
  headerEffectsOf: ({ customerId, payments }) => paymentEffects(customerId, payments, 'in'),
  termsOf: ({ shopId, customerId }, { effect, line: { fineness }, lines }) =>
    effect.custodian === BALANCE ? null : broughtTerms({ shopId, customerId, fineness, source: 'recycle' }, lines),
};
