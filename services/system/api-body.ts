/** An interface of the registry (S2§2.12, §3, §5): wire shapes. */
import { z } from 'zod';
import { TenRows } from '../contracts/envelope.ts';
import { choice, order, term } from '../contracts/filters.ts';
import { addressNumber, requiredText, wireText, wireWhole } from '../contracts/values.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const parentId = z.union([z.literal([0, '0']).transform(() => 0), addressNumber('id')]);
const title = requiredText('标题不能为空', 100);
const path = requiredText('地址不能为空', 300);
const action = z.enum(METHODS, { error: '类型不能为空' });
const sort = wireWhole('sort').optional();

export const NewApi = z.object({ title, path, action, parentId: parentId.default(0), sort });
/** What is absent stays as it is; path and action are locked (R122). */
export const ApiEdit = z.object({
  title: title.optional(),
  path: wireText(300).optional(),
  action: z.enum(METHODS, { error: '请选择正确的选项' }).optional(),
  parentId: parentId.optional(),
  sort,
});
export type ApiEdit = z.infer<typeof ApiEdit>;

const direction = order().catch(undefined);
export const ApiQuery = z.object({
  ...TenRows,
  title: term(100),
  path: term(300),
  action: choice(METHODS),
  /** A console also asks for those without any (暂无); here each has one. */
  type: choice(['SYS', 'BUS', '暂无']),
  /** The page that it stands below; 0: below none. */
  parentId: z.preprocess((value) => (value === '' ? undefined : value), parentId.optional()).optional(),
  gone: choice(['true', 'false']),
  idOrder: direction,
  titleOrder: direction,
  pathOrder: direction,
  actionOrder: direction,
  typeOrder: direction,
  createdAtOrder: direction,
});
export type ApiQuery = z.infer<typeof ApiQuery>;

export const ApiRow = z.object({
  id: z.int(),
  title: z.string(),
  path: z.string(),
  action: z.string(),
  type: z.string(),
  handle: z.string(),
  /** Keys of which any opens it. */
  keys: z.array(z.string()),
  parentId: z.int(),
  parentTitle: z.string(),
  sort: z.int(),
  /** It has no route any more. */
  gone: z.boolean(),
  /** How many menus bring it to the roles that have them. */
  menus: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ApiRow = z.infer<typeof ApiRow>;
/** A page that an interface stands below, with its directory: 系统管理 / 用户. */
export const ApiPlace = z.object({ id: z.int(), title: z.string() });
/** As a menu names it (S2§3). */
export const ApiName = ApiRow.pick({ id: true, title: true, path: true, action: true, type: true });
