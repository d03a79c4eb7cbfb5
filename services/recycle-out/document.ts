/** An exit as the saga sees it: each line takes metal of a lot; what comes back is a lot of its own. */
import type { DocumentSpec } from '../documents/spec.ts';
import { isBrought } from '../contracts/document.ts';
import { materialEffect, type MaterialTerms } from '../old-material/contract.ts';
import type { CameBack } from './came-back.ts';
import { LOT_LIST, RecycleOutEvent, RecycleOutHeader, RecycleOutLine, recycleOutStream } from './contract.ts';
import { recycleOutManifest } from './manifest.ts';

/** Names of the metal as it comes back: nobody gives it a style. */
const MELTED = { category: '回料', style: '', name: '' };
const backTerms = (shopId: number, own: unknown): MaterialTerms => {
  const back = own as CameBack;
  if (back === null) throw new RangeError('nothing came back');
  const { lotId, fineness, weightMg, costFen } = back;
  const lot = { lotId, source: 'came-back' as const, ...MELTED, netWeightMg: weightMg, priceFen: costFen };
  return { shopId, fineness, legs: [lot] };
};

export const recycleOutDocument: DocumentSpec<RecycleOutHeader, RecycleOutLine> = {
  kind: recycleOutManifest.kind,
  name: 'RecycleOut',
  lists: { [LOT_LIST]: { path: 'lotList', field: 'lotId' } },
  values: { header: RecycleOutHeader, line: RecycleOutLine },
  sums: [{ label: '出库重量', kind: 'weight', of: ({ weightMg }) => weightMg }],
  stream: recycleOutStream,
  parse: ({ type, data, meta }) => ({ ...RecycleOutEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ outOn }) => outOn,
  dayField: 'outAt',
  broughtOn: (own) => (own as CameBack)?.backOn ?? '',
  bringing: ['CameBack'],
  effectsOf: ({ shopId }, { fineness, weightMg }) => [materialEffect({ shopId, fineness }, 'out', weightMg)],
  termsOf: ({ shopId }, { effect, own, lines, line: { fineness } }): MaterialTerms =>
    isBrought(effect)
      ? backTerms(shopId, own)
      : { shopId, fineness, legs: lines.map(({ line: { lotId } }) => ({ lotId })) },
};
