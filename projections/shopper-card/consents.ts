/** What a customer agreed to and took back, in whichever of his records it stands (R67, R95): what stands first. */
import { sql } from 'slonik';
import { channelLabel, purposeLabel } from 'services/master-data/contract';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, ofCustomer } from '../platform/queries/where-clauses.ts';
import { shopMoment } from './moments.ts';
import { OwnConsent, type OwnPageQuery } from './contract.ts';

export const ownConsents = async (
  { db }: QueryDeps,
  { pageIndex, pageSize }: OwnPageQuery,
  customerId: number,
): Promise<Page<OwnConsent>> => {
  const page = await pagedList({
    db,
    from: sql.fragment`master.customer_consent k`,
    where: allOf(ofCustomer(sql.fragment`k.customer_id`, customerId)),
    orderBy: sql.fragment`(k.withdrawn_at IS NOT NULL), k.id DESC`,
    key: sql.fragment`k.id`,
    select: sql.fragment`
      SELECT k.id, k.purpose, k.channel, k.given_at AS "givenAt", coalesce(k.withdrawn_at::text, '') AS "withdrawnAt"
      FROM page JOIN master.customer_consent k ON k.id = page.key`,
    row: OwnConsent,
    paging: { pageIndex, pageSize },
  });
  const told = ({ purpose, channel, givenAt, withdrawnAt, ...row }: OwnConsent): OwnConsent => ({
    ...row,
    givenAt: shopMoment(givenAt),
    withdrawnAt: shopMoment(withdrawnAt),
    purpose: purposeLabel(purpose),
    channel: channelLabel(channel),
  });
  return { ...page, list: page.list.map(told) };
};
