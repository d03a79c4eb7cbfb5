/** Writing posts: one in use stays, its code is its own (S2§2.9; R111). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse } from '../../contracts/refusal.ts';
import { listOfNames } from '../../contracts/success.ts';
import type { Route } from '../../contracts/route.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { PostBody, PostEdit } from '../contract.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';

const Holders = z.object({ names: z.array(z.string()), count: z.int() });
/** Who still has the post, at most three by name. */
const heldBy = async (tx: CommonQueryMethods, { id, post_name }: MasterRow): Promise<string | null> => {
  const { names, count } = await tx.one(sql.type(Holders)`
    SELECT coalesce(array_agg(nick_name ORDER BY id) FILTER (WHERE place <= 3), '{}') AS names, count(*)::int AS count
    FROM (SELECT id, nick_name, row_number() OVER (ORDER BY id) AS place FROM master.sys_user
      WHERE post_id = ${Number(id)}::bigint) AS holder`);
  if (count === 0) return null;
  return `岗位“${String(post_name)}”还有用户：${listOfNames(names, '人', count)}，不能删除`;
};
const columnsOf = ({ postName, postCode, ...rest }: z.infer<typeof PostEdit>): MasterRow => ({
  ...rest,
  post_name: postName,
  post_code: postCode,
});
const taken = () =>
  refuse('conflict', 'post.code_taken', '岗位编码已存在', {
    fields: [{ path: 'postCode', message: '岗位编码已存在' }],
  });

export const postRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '岗位',
    path: '/post',
    table: { name: 'sys_post', key: 'id' },
    allow: { add: 'admin:sysPost:add', edit: 'admin:sysPost:edit', remove: 'admin:sysPost:remove' },
    history: { allow: keysOf('admin:sysPost') },
    body: PostBody,
    edit: PostEdit,
    columns: columnsOf,
    changes: columnsOf,
    taken: { sys_post_code: taken },
    keep: heldBy,
  });
