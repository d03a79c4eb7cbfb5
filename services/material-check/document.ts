/** A count as the saga sees it: what a lot lacks is held until its audit takes it, what it has too much joins it then. */
import type { DocumentSpec } from '../documents/spec.ts';
import { materialEffect, type MaterialTerms } from '../old-material/contract.ts';
import {
  LOT_LIST,
  MaterialCheckEvent,
  MaterialCheckHeader,
  MaterialCheckLine,
  differenceOf,
  materialCheckStream,
} from './contract.ts';
import { materialCheckManifest } from './manifest.ts';

export const materialCheckDocument: DocumentSpec<MaterialCheckHeader, MaterialCheckLine> = {
  kind: materialCheckManifest.kind,
  name: 'MaterialCheck',
  lists: { [LOT_LIST]: { path: 'lotList', field: 'weighed' } },
  values: { header: MaterialCheckHeader, line: MaterialCheckLine },
  sums: [{ label: '称得重量', kind: 'weight', of: ({ weighedMg }) => weighedMg }],
  stream: materialCheckStream,
  parse: ({ type, data, meta }) => ({ ...MaterialCheckEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ checkedOn }) => checkedOn,
  dayField: 'checkAt',
  effectsOf: ({ shopId }, line) => {
    const difference = differenceOf(line);
    if (difference === 0) return [];
    const { fineness } = line;
    return [materialEffect({ shopId, fineness }, difference < 0 ? 'out' : 'in', Math.abs(difference))];
  },
  termsOf: ({ shopId }, { lines, line: { fineness } }): MaterialTerms => ({
    shopId,
    fineness,
    legs: lines.map(({ line: { lotId } }) => ({ lotId, counted: true })),
  }),
};
