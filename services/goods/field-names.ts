/** What messages and sheets call the fields of the wire. */
import { FIELD_LABELS } from '../contracts/field-labels.ts';
import { MANIFESTS } from '../contracts/manifests.ts';
import { ownFieldNames, ownFieldNamesAt } from '../contracts/own-fields.ts';
import { GOODS_FIELDS, goodsFields } from './fields.ts';

/**
 * What every field of the wire is called, a piece's attributes among them; a function, so that no screen carries it.
 * Words that documents share come before what one of them calls its own.
 */
export const fieldNames = (manifests = MANIFESTS): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(goodsFields.map(([, { wire, label }]) => [wire, label])),
  ringSize: GOODS_FIELDS.ringSize.label,
  ...ownFieldNames(),
  ...Object.fromEntries(manifests.flatMap((manifest) => Object.entries(manifest.fieldNames))),
  ...FIELD_LABELS,
});

/** `/biz-gift-in`, `/biz-gift-in/:id`, `/biz-alone-recycle-detail`; not /biz-goods-inspection for /biz-goods-in. */
const isBelow = (path: string, route: string): boolean =>
  route.startsWith(path) && /^([/-]|$)/.test(route.slice(path.length));
/** As {@link fieldNames}, at a route: a document's own calls speak its own words. */
export const fieldNamesAt = (route: string): Readonly<Record<string, string>> => ({
  ...fieldNames(),
  ...MANIFESTS.find(({ path }) => isBelow(path, route))?.fieldNames,
  ...ownFieldNamesAt(route),
});
