/** What a body says of a menu (S2§5), and its columns. */
import { z } from 'zod';
import { choice, term } from '../contracts/filters.ts';
import { LISTS, addressNumber, chosenId, requiredText, wireText, wireWhole, yesNo } from '../contracts/values.ts';

const apiList = <Item extends z.ZodType>(item: Item) =>
  z.array(item).max(LISTS.ids, `最多${LISTS.ids}个接口`).nullish();
/** `sysApi`: each by its number, or by action and path where it has none. */
const Named = z.object({
  id: chosenId('id').nullish(),
  action: wireText(10).nullish(),
  path: wireText(300).nullish(),
});
export const menuApis = { apis: apiList(chosenId('id')), sysApi: apiList(Named) };

const KEY = /^$|^[A-Za-z][\w-]*(?::[A-Za-z][\w-]*){2}$/;
const flag = z.union([z.enum(['0', '1']), z.literal([0, 1])], { error: '请选择正确的选项' }).transform(String);
/** 0 is the root, 主类目. */
const parentId = z.union([z.literal([0, '0']).transform(() => 0), addressNumber('id')]);
const optional = (max: number) => wireText(max).nullish();
const fields = {
  parentId: parentId.optional(),
  menuName: optional(100),
  icon: optional(100),
  component: optional(200),
  path: optional(200),
  isFrame: flag.optional(),
  permission: optional(50).refine(
    (key) => key == null || KEY.test(key),
    '权限标识应为“模块:对象:动作”，如 biz:bizSell:add',
  ),
  visible: flag.optional(),
  noCache: z.union([z.boolean(), yesNo()], { error: '请选择正确的选项' }).optional(),
  ...menuApis,
};
const menuType = z.enum(['M', 'C', 'F'], { error: '请选择菜单类型' });
const title = requiredText('菜单标题不能为空', 50);
const sort = wireWhole('sort', '菜单顺序不能为空');
export const NewMenu = z.object({ ...fields, title, sort, menuType: menuType.default('M') });
/** What is absent stays as it is. */
export const MenuEdit = z.object({
  ...fields,
  title: title.optional(),
  sort: sort.optional(),
  menuType: menuType.optional(),
});
export const MenuQuery = z.object({
  title: term(100),
  visible: choice(['0', '1']),
  menuName: term(100),
  menuType: choice(['M', 'C', 'F']),
  path: term(200),
  permission: term(50),
});

/** `apis`: what `boundApis` made of the body. */
export const menuColumns = (body: z.infer<typeof MenuEdit>, apis?: readonly number[]) =>
  Object.fromEntries(
    Object.entries({
      parent_id: body.parentId,
      menu_type: body.menuType,
      title: body.title,
      menu_name: body.menuName,
      icon: body.icon,
      component: body.component,
      path: body.path,
      is_frame: body.isFrame,
      permission: body.permission,
      visible: body.visible,
      no_cache: body.noCache,
      sort: body.sort,
      api_ids: apis,
    }).filter(([, value]) => value != null),
  );
