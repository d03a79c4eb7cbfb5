/** Interfaces of a menu: the roles that have it may call them beside what their keys open (R102). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { ApiName } from './api-body.ts';
import { menuApis } from './menu-body.ts';

const Body = z.object(menuApis);
type Body = z.infer<typeof Body>;

const Known = z.object({ id: z.int(), name: z.string(), title: z.string(), type: z.string() });
/** The numbers that a body binds; undefined: it says nothing of them. `apis` beats `sysApi`. */
export const boundApis = async (
  tx: CommonQueryMethods,
  { apis, sysApi }: Body,
): Promise<readonly number[] | undefined | Refusal> => {
  if (apis == null && sysApi == null) return undefined;
  const path = apis == null ? 'sysApi' : 'apis';
  const named = apis?.map((id) => ({ id, action: '', path: '' })) ?? sysApi ?? [];
  const ids = named.flatMap(({ id }) => (id == null ? [] : [id]));
  const names = named.flatMap(({ id, ...one }) => (id == null ? [`${one.action ?? ''} ${one.path ?? ''}`] : []));
  const known = await tx.any(sql.type(Known)`
    SELECT id, action || ' ' || path AS name, title, type FROM master.sys_api
    WHERE id = ANY (${sql.array(ids, 'int8')}) OR action || ' ' || path = ANY (${sql.array(names, 'text')}) ORDER BY id`);
  const missing = [
    ...ids.filter((id) => !known.some((one) => one.id === id)).map(String),
    ...names.filter((name) => !known.some((one) => one.name === name)),
  ];
  if (missing.length > 0) return refuseField('menu.api', path, `接口不存在：${missing.join('、')}`);
  const open = known.filter(({ type }) => type === 'SYS').map(({ title }) => `“${title}”`);
  if (open.length > 0) return refuseField('menu.api', path, `接口${open.join('、')}无需授权，不能绑定到菜单`);
  return known.map(({ id }) => id);
};

/** The interfaces with these numbers, as a menu shows them. */
export const apiNames = (db: CommonQueryMethods, ids: readonly number[]) =>
  db.any(sql.type(ApiName)`
    SELECT id, title, path, action, type FROM master.sys_api WHERE id = ANY (${sql.array([...ids], 'int8')})
    ORDER BY path, action`);
