/** GET /word: everybody sees what was allowed in his name. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { WORD_WAYS, WordLine } from 'services/approval/contract';
import type { Route } from 'services/contracts/route';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { listRoute } from '../master-data/reading.ts';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf } from '../platform/queries/where-clauses.ts';
import { OwnWordRow, ownWords, type OwnWordQuery } from './contract.ts';

const Stored = OwnWordRow.omit({ lines: true }).extend({
  way: z.enum(Object.keys(WORD_WAYS) as [keyof typeof WORD_WAYS]),
  lines: z.array(WordLine),
});
const saidOf = ({ message, costMessage, barcode }: WordLine, withCost: boolean): string =>
  `${barcode} ${withCost ? costMessage : message}`.trim();

const ownPage = async (db: CommonQueryMethods, query: OwnWordQuery, user: SessionUser): Promise<Page<OwnWordRow>> => {
  const others = query.way === '2' ? sql.fragment`w.way <> 'own'` : null;
  const found = await pagedList({
    db,
    from: sql.fragment`live.words w`,
    where: allOf(sql.fragment`w.approver_id = ${user.id}::bigint`, others),
    orderBy: sql.fragment`w.at DESC, w.word`,
    key: sql.fragment`w.word`,
    select: sql.fragment`SELECT w.word AS id, w.at, coalesce(s.name, '') AS "shopName", w.till, w.asker_name AS asker, w.way, w.act,
      w.document_no AS "documentNo", w.reason, w.lines, w.disowned
      FROM page JOIN live.words w ON w.word = page.key LEFT JOIN master.shop s ON s.id = w.shop_id`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  const withCost = seesCost(user);
  return {
    ...found,
    list: found.list.map((row) => ({
      ...row,
      way: WORD_WAYS[row.way],
      lines: row.lines.map((line) => saidOf(line, withCost)),
    })),
  };
};

export default (deps: QueryDeps): Route[] => [
  listRoute(deps.db, {
    endpoint: ownWords,
    summary: '以我名义的授权',
    allow: { everyone: 'signed-in' },
    read: (db, { query, user }) => ownPage(db, query, user),
  }),
];
