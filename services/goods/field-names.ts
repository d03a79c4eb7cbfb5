/** What messages and sheets call the fields of the wire. */
import { FIELD_LABELS } from '../contracts/field-labels.ts';
import { MANIFESTS } from '../contracts/manifests.ts';
import { GOODS_FIELDS, goodsFields } from './fields.ts';

/** What every field of the wire is called, a piece's attributes among them; a function, so that no screen carries it. */
export const fieldNames = (manifests = MANIFESTS): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(goodsFields.map(([, { wire, label }]) => [wire, label])),
  ringSize: GOODS_FIELDS.ringSize.label,
  ...FIELD_LABELS,
  ...Object.fromEntries(manifests.flatMap((manifest) => Object.entries(manifest.fieldNames))),
});
