/** What customers agreed to (R67): of one on their page, of all as a list that may be taken along. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import type { Route } from 'services/contracts/route';
import {
  CHANNEL_VALUES,
  ConsentRow,
  PURPOSE_VALUES,
  STANDS,
  WITHDRAWN,
  channelLabel,
  purposeLabel,
} from 'services/master-data/contract';
import type { IndexedCondition } from 'services/platform/base/text-search';
import { consentList } from './contract.ts';
import { NEWEST_FIRST, equals, listRoutes, ordered, page, type Source } from './reading.ts';

const consents: Source<typeof ConsentRow> = {
  row: ConsentRow,
  columns: sql.fragment`k.id, k.customer_id AS "customerId", c.name AS "customerName", c.mobile, k.purpose, k.channel,
    CASE WHEN k.withdrawn_at IS NULL THEN ${STANDS} ELSE ${WITHDRAWN} END AS state, k.given_at AS "givenAt",
    k.given_by AS "givenBy", k.proof, coalesce(k.withdrawn_at::text, '') AS "withdrawnAt", k.withdrawn_by AS "withdrawnBy",
    k.reason, k.created_at AS "createdAt", k.updated_at AS "updatedAt"`,
  from: sql.fragment`master.customer_consent AS k JOIN master.customer AS c ON c.id = k.customer_id`,
  table: sql.fragment`master.customer_consent AS k`,
  alias: 'k',
};
/** The record and those merged into it: one person (R95). */
const recordsOf = (customer: FragmentSqlToken): FragmentSqlToken => sql.fragment`ARRAY(
  SELECT ${customer} UNION ALL SELECT m.id FROM master.customer AS m WHERE m.merged_into = ${customer})`;
const ofCustomer = (id: number | undefined): FragmentSqlToken | null =>
  id === undefined ? null : sql.fragment`k.customer_id = ANY(${recordsOf(sql.fragment`${id}::bigint`)})`;
const stateIs = (state: string | undefined): FragmentSqlToken | null => {
  if (state === undefined) return null;
  return state === STANDS ? sql.fragment`k.withdrawn_at IS NULL` : sql.fragment`k.withdrawn_at IS NOT NULL`;
};

/** Beside a customer `c`: purposes that stand, once each. */
export const STANDING_PURPOSES = sql.fragment`coalesce((
  SELECT string_agg(DISTINCT k.purpose, ',') FROM master.customer_consent AS k
  WHERE k.customer_id = ANY(${recordsOf(sql.fragment`c.id`)}) AND k.withdrawn_at IS NULL), '')`;
/** Customers `c` who agreed to that purpose, whichever record of theirs says so. */
export const agreedTo = (purpose: string | undefined): IndexedCondition | null =>
  purpose === undefined
    ? null
    : {
        walking: sql.fragment`EXISTS (SELECT FROM master.customer_consent AS k
          WHERE k.customer_id = ANY(${recordsOf(sql.fragment`c.id`)}) AND k.purpose = ${purpose} AND k.withdrawn_at IS NULL)`,
        indexed: sql.fragment`c.id = ANY(ARRAY(
          SELECT coalesce(o.merged_into, o.id) FROM master.customer_consent AS k JOIN master.customer AS o ON o.id = k.customer_id
          WHERE k.purpose = ${purpose} AND k.withdrawn_at IS NULL))`,
      };

const wordsOf = (values: readonly string[], label: (value: string) => string) =>
  Object.fromEntries(values.map((value) => [value, label(value)]));
export const consentRoutes = (db: CommonQueryMethods): Route[] =>
  listRoutes(db, {
    endpoint: consentList,
    summary: '授权同意',
    exported: {
      name: '授权同意',
      columns: [
        ['customerId', '客户编号'],
        ['customerName', '客户名称'],
        ['mobile', '联系电话'],
        ['purpose', '用途'],
        ['channel', '同意方式'],
        ['state', '状态'],
        ['givenAt', '同意时间', 'moment'],
        ['givenBy', '登记人'],
        ['proof', '凭据'],
        ['withdrawnAt', '撤回时间', 'moment'],
        ['withdrawnBy', '撤回登记人'],
        ['reason', '撤回原因'],
      ],
      words: {
        purpose: wordsOf(PURPOSE_VALUES, purposeLabel),
        channel: wordsOf(CHANNEL_VALUES, channelLabel),
        state: { [STANDS]: '有效', [WITHDRAWN]: '已撤回' },
      },
    },
    allow: 'base:baseCustomerConsent:list',
    read: (at, { query }) =>
      page(at, consents, {
        where: [
          ofCustomer(query.customerId),
          equals(['k', 'purpose'], query.purpose),
          equals(['k', 'channel'], query.channel),
          stateIs(query.state),
        ],
        order: ordered(query, ['k', 'purpose'], NEWEST_FIRST),
        paging: query,
      }),
  });
