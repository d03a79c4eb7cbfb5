/** A total of lines opened: each line, or each order, by the event that made it what it is. */
import { sql, type FragmentSqlToken } from 'slonik';
import { saleManifest } from 'services/sale/manifest';
import type { Explanation } from '../../explain/contract.ts';
import { explained } from '../../explain/explain.ts';
import type { PageRequest } from '../../platform/queries/paged-list.ts';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import { LIST_WORDS } from '../line-fields/contract.ts';
import type { Figure } from './figures.ts';
import { LINES, type Lines } from './where.ts';

/** The rows that stand for their orders: the first of each. */
const firstRows = ({ where, partly }: Lines): FragmentSqlToken =>
  partly
    ? sql.fragment`(SELECT DISTINCT ON (l.order_id) l.* FROM ${LINES} WHERE ${where} ORDER BY l.order_id, l.place) l`
    : sql.fragment`(SELECT * FROM ${LINES} WHERE ${where} AND l.place <= 0) l`;
const BILL = sql.fragment`CASE l.list ${sql.join(
  Object.entries(LIST_WORDS).map(([list, word]) => sql.fragment`WHEN ${list} THEN ${word}`),
  sql.fragment` `,
)} ELSE ${saleManifest.label} END`;
export const explainFigure = (
  deps: QueryDeps,
  { value, places, ofOrder }: Figure,
  lines: Lines,
  paging: PageRequest,
): Promise<Explanation> => {
  const from = ofOrder === true ? firstRows(lines) : sql.fragment`${LINES} WHERE ${lines.where}`;
  return explained(deps, {
    source: sql.fragment`
      SELECT l.order_id || '-' || l.list || '-' || l.line_id || '-' || l.share AS key, l.barcode, l.shop_id,
        ${BILL} AS bill_type, ${saleManifest.prefix} || l.order_id AS document_no, ${value} AS value, l.event_id,
        l.from_position AS position, l.at
      FROM ${from}`,
    places,
    paging,
  });
};
