/** Whose a document is: of two records of one person that were merged the one that stays (R95). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';

type Prepare<Body, Before, By, Content> = (body: Body, before: Before, by: By) => Promise<Content | Refusal>;

/** Rules that see the record that stays; the success says so. */
export const forStandingCustomer =
  <Body extends { readonly customerId: number }, Before, By, Content extends { readonly warning?: string }>(
    lookup: Pick<MasterLookup, 'customer'>,
    prepare: Prepare<Body, Before, By, Content>,
  ): Prepare<Body, Before, By, Content> =>
  async (body, before, by) => {
    const named = await lookup.customer(body.customerId);
    if (named?.mergedInto == null) return prepare(body, before, by);
    const kept = await lookup.customer(named.mergedInto);
    const prepared = await prepare({ ...body, customerId: named.mergedInto }, before, by);
    if (isRefusal(prepared)) return prepared;
    const said = `客户${named.name}已合并，单据记在${kept?.name ?? ''}名下`;
    return { ...prepared, warning: prepared.warning === undefined ? said : `${prepared.warning}；${said}` };
  };
