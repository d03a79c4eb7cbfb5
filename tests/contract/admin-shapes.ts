/**
 * What an unchanged console reads of each answer, written from the specification (S2§3, §7; R29–R41, R100–R130) and not
 * from the house's own schemas: names and types. More fields than these do no harm.
 */
import { z } from 'zod';

const text = z.string();
const int = z.int();
const maybe = int.nullable();
/** `'userId username'` as fields of one type. */
const of = <Type extends z.ZodType>(type: Type, names: string): Record<string, Type> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));
/** ISO 8601 with an offset: the console shows it as it comes, or reads it as a date. */
const moment = z.iso.datetime({ offset: true });
const status = z.enum(['1', '2']);
const ids = z.array(int);

export const page = (row: z.ZodType) =>
  z
    .object({ list: z.array(row), ...of(int, 'count pageIndex pageSize') })
    .refine(({ list }) => list.length > 0, 'no rows');
type Node = { id: number; label: string; children: Node[] };
const Node: z.ZodType<Node> = z.lazy(() => z.object({ id: int, label: text, children: z.array(Node) }));
export const nodes = z.array(Node).min(1);
export const option = z.object(of(text, 'label value'));

/** Rows of administration records; a record is what its list shows, where nothing else is said. */
export const user = z.object({
  ...of(text, 'username nickName phone email avatar remark'),
  sex: z.enum(['0', '1']),
  status,
  ...of(int, 'userId deptId roleId'),
  postId: maybe,
  roleIds: ids,
  postIds: ids,
  createdAt: moment,
  dept: z.object({ deptName: text }),
});
export const profile = z.object({
  user: z.object({
    ...of(text, 'username nickName phone email sex avatar'),
    userId: int,
    roleIds: ids.min(1),
    postIds: ids,
    createdAt: moment,
    dept: z.object({ deptName: text }),
  }),
  roles: z.array(z.object({ roleId: int, roleName: text })),
  posts: z.array(z.object({ postId: int, postName: text })),
});
export const info = z.object({
  ...of(z.array(text), 'roles permissions buttons'),
  ...of(text, 'name userName avatar introduction'),
  ...of(int, 'userId deptId'),
  ...of(ids, 'roleIds lockShops'),
  oxs: z.object({}),
});
export const role = z.object({
  ...of(text, 'roleName roleKey dataScope remark'),
  ...of(int, 'roleId roleSort'),
  ...of(ids, 'menuIds deptIds'),
  status,
  createdAt: moment,
});
export const menuTicks = z.object({ menus: nodes, checkedKeys: ids });
export const deptTicks = z.object({ depts: nodes, checkedKeys: ids });
const interfaceName = z.object({ id: int, ...of(text, 'title path action type') });
export const menu = z.object({
  ...of(int, 'menuId parentId sort'),
  ...of(text, 'title menuName icon component path permission'),
  menuType: z.enum(['M', 'C', 'F']),
  ...of(z.enum(['0', '1']), 'isFrame visible'),
  apis: ids,
  sysApi: z.array(interfaceName),
  createdAt: moment,
});
export const menuTree: z.ZodType = z.lazy(() => menu.extend({ children: z.array(menuTree) }));
export const routeTree: z.ZodType = z.lazy(() =>
  z.object({
    ...of(text, 'path component visible menuName title icon menuType'),
    menuId: int,
    noCache: z.boolean(),
    children: z.array(routeTree),
  }),
);
export const dept = z.object({
  ...of(int, 'deptId parentId sort'),
  ...of(text, 'deptName leader phone email'),
  status,
  createdAt: moment,
});
export const deptTree: z.ZodType = z.lazy(() => dept.extend({ children: z.array(deptTree) }));
export const post = z.object({
  ...of(int, 'postId sort'),
  ...of(text, 'postCode postName remark'),
  status,
  createdAt: moment,
});
export const dictType = z.object({ id: int, ...of(text, 'dictName dictType remark'), status, createdAt: moment });
export const dictData = z.object({
  ...of(int, 'dictCode dictSort'),
  ...of(text, 'dictType dictLabel dictValue cssClass listClass isDefault remark expandData'),
  status,
  createdAt: moment,
});
export const config = z.object({
  id: int,
  ...of(text, 'configName configKey configValue remark'),
  configType: z.enum(['Y', 'N']),
  isFrontend: z.enum(['1', '2']),
  createdAt: moment,
});
export const api = interfaceName.extend({
  ...of(int, 'parentId sort'),
  handle: text,
  type: z.enum(['SYS', 'BUS']),
  action: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  path: z.string().startsWith('/'),
  createdAt: moment,
});
export const job = z.object({
  ...of(int, 'jobId misfirePolicy concurrent jobType entry_id'),
  ...of(text, 'jobName jobGroup cronExpression invokeTarget args nextAt lastAt lastStatus'),
  status,
});
export const jobRun = z.object({
  ...of(int, 'id jobId'),
  ...of(text, 'jobName invokeTarget endAt latencyTime output'),
  startAt: moment,
  status: z.enum(['0', '1', '2', '3', '4']),
});
export const login = z.object({
  id: int,
  ...of(text, 'username msg ipaddr loginLocation browser os platform remark'),
  status,
  loginTime: moment,
});
export const operation = z.object({
  id: int,
  ...of(text, 'title businessType requestMethod operName operIp operLocation operUrl operParam jsonResult'),
  ...of(text, 'errorMsg latencyTime'),
  status,
  ...of(moment, 'operTime createdAt'),
});
export const tenant = z.object({
  id: int,
  ...of(text, 'name code url startDate endDate remindDate'),
  serviceFee: z.number(),
  status,
});
export const template = z.object({ id: int, ...of(text, 'name fileName kind labelType template remark') });
export const templateColumn = z.object({ ...of(int, 'id columnSort'), ...of(text, 'kind columnName columnComment') });
export const supplier = z.object({ id: int, ...of(text, 'name grade contract mobile addr qq weichat remark'), status });
export const shop = z.object({ id: int, ...of(text, 'name remark'), status });

const share = z.object(of(z.number(), 'used total percent'));
export const monitor = z.object({
  os: z.object(of(text, 'goOs arch version hostName ip time projectDir')),
  ...of(share, 'mem swap disk'),
  cpu: z.object({
    cpuInfo: z.array(z.object({ modelName: text, cores: z.number() })).min(1),
    ...of(z.number(), 'percent cpuNum'),
  }),
  net: z.object(of(z.number(), 'in out')),
  location: text,
  bootTime: z.number(),
});

export const genTable = z.object({
  tableId: int,
  ...of(text, 'tableName tableComment className functionAuthor remark createdAt updatedAt'),
});
const genColumn = z.object({
  columnId: int,
  ...of(text, 'columnName columnComment columnType goType goField jsonField queryType htmlType dictType'),
  ...of(text, 'fkTableName fkLabelId fkLabelName'),
  ...of(z.enum(['0', '1']), 'isInsert isList isQuery isRequired'),
});
export const genInfo = z.object({
  list: z.array(genColumn).min(1),
  info: genTable.extend({
    ...of(text, 'tplCategory packageName businessName functionName moduleName treeCode treeParentCode treeName'),
    // The console calls toString() of them.
    ...of(z.union([text, z.boolean(), int]), 'isDataScope isActions isAuth'),
  }),
});
export const dbTable = z.object(of(text, 'tableName tableComment'));
export const tableTree = z.array(
  z.object({
    tableId: int,
    ...of(text, 'tableName tableComment'),
    columns: z.array(z.object(of(text, 'columnName jsonField columnComment'))),
  }),
);
export const picture = z.object({ path: text, full_path: text, url: text });
export const setting = z.object(of(text, 'configKey configValue'));
export const settings = z.record(text, text);
export const created = int.positive();

/** Column settings of one category, and of all: exactly these. */
export const typeTemplate = dictData.extend({ id: int, expandData: text, updatedAt: moment }).strict();
export const typeTemplates = z.array(z.strictObject(of(text, 'dictType dictValue dictLabel expandData'))).min(1);
const table = z.array(z.record(text, z.unknown())).min(1);
/** What a document puts on paper, exactly. */
export const printData = z.strictObject({
  ...of(text, 'title templateName'),
  copies: int,
  tables: z.strictObject({ master: table, goods: table }),
});
