/** Writing giveaways (S1§2.6; R22, R88). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Route } from '../../contracts/route.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { GiveawayBody, GiveawayEdit } from '../contract.ts';
import { resourceRoutes, type Attempt, type ResourceDeps } from '../resource.ts';
import { cleanContent } from './clean-content.ts';

const columnsOf = ({ limitNum, ...body }: GiveawayBody): MasterRow => ({
  title: body.title,
  content: cleanContent(body.content),
  total: body.total,
  limit_num: limitNum,
  remark: body.remark,
  status: body.status,
});

/** Somebody may have claimed one since the form was opened: what is left changes only for those who saw what it was. */
const refuseUnseen = async ({ before, body, ifMatch }: Attempt<GiveawayEdit>): Promise<Refusal | null> =>
  ifMatch !== undefined || body.total === before?.['total']
    ? null
    : refuse('stale', 'giveaway.unseen', '库存数量可能已被领取，请刷新后再修改');

const Found = z.object({ found: z.boolean() });
const hasClaims = (tx: CommonQueryMethods, id: number): Promise<boolean> =>
  tx.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT 1 FROM master.write_off WHERE giveaway_id = ${id}::bigint) AS found`);

export const giveawayRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '礼品活动',
    path: '/mall-giveaway',
    table: { name: 'giveaway', key: 'id' },
    allow: { add: 'mall:mallGiveaway:add', edit: 'mall:mallGiveaway:edit', remove: 'mall:mallGiveaway:remove' },
    body: GiveawayBody,
    edit: GiveawayEdit,
    columns: columnsOf,
    changes: columnsOf,
    onEdit: refuseUnseen,
    keep: async (tx, row) =>
      (await hasClaims(tx, Number(row['id']))) ? '该礼品已有人领取，不能删除，可以改为停用' : null,
  });
