/** Whose a document is: of two records of one person that were merged the one that stays (R95). */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';

type Prepare<Body, Before, By, Content> = (body: Body, before: Before, by: By) => Promise<Content | Refusal>;

type Before = { readonly header: { readonly customerId: number } } | null;
/** The record that stays of the person whose record that is. */
export const standingCustomer = async (lookup: Pick<MasterLookup, 'customer'>, id: number): Promise<number> =>
  (await lookup.customer(id))?.mergedInto ?? id;
const Id = z.object({ id: z.int() });
/** The record, and those that are merged into it: what is bounded by record is bounded by all of them, so a merge opens no second allowance. */
export const recordsOf = async (db: CommonQueryMethods, customerId: number): Promise<readonly number[]> => [
  customerId,
  ...(await db.anyFirst(sql.type(Id)`
    SELECT merge_id AS id FROM master.customer_merge WHERE keep_id = ${customerId}::bigint AND step <> 'parted'`)),
];
const ofStanding = async <Stood extends Before>(
  lookup: Pick<MasterLookup, 'customer'>,
  before: Stood,
): Promise<Stood> => {
  if (before === null) return before;
  const customerId = await standingCustomer(lookup, before.header.customerId);
  return customerId === before.header.customerId ? before : { ...before, header: { ...before.header, customerId } };
};

/** Rules that see the record that stays, of what is sent and of what stood before; the success says so. */
export const forStandingCustomer =
  <
    Body extends { readonly customerId: number },
    Stood extends Before,
    By,
    Content extends { readonly warning?: string },
  >(
    lookup: Pick<MasterLookup, 'customer'>,
    prepare: Prepare<Body, Stood, By, Content>,
  ): Prepare<Body, Stood, By, Content> =>
  async (body, stood, by) => {
    const before = await ofStanding(lookup, stood);
    const named = await lookup.customer(body.customerId);
    if (named?.mergedInto == null) return prepare(body, before, by);
    const kept = await lookup.customer(named.mergedInto);
    const prepared = await prepare({ ...body, customerId: named.mergedInto }, before, by);
    if (isRefusal(prepared)) return prepared;
    const said = `客户${named.name}已合并，单据记在${kept?.name ?? ''}名下`;
    return { ...prepared, warning: prepared.warning === undefined ? said : `${prepared.warning}；${said}` };
  };
