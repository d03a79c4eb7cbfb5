/** Dictionary types and data through both families of calls, and the look-ups over all of them (R37). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { keysOf } from 'services/contracts/maintainers';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { DictDataRow, DictOption, DictTypeRow, type DictGroup } from 'services/master-data/contract';
import {
  ByValueQuery,
  OptionQuery,
  TypeTemplateQuery,
  baseDictDataList,
  baseDictTypeList,
  dictDataList,
  dictTypeList,
} from './contract.ts';
import { holds } from 'services/platform/base/text-search';
import { OLDEST_FIRST, equals, listRoutes, notFound, ordered, page, recordRoute, type Source } from './reading.ts';

const SIGNED_IN = { everyone: 'signed-in' } as const;
const TYPE_COLUMNS = sql.fragment`id, dict_name AS "dictName", dict_type AS "dictType", status, remark,
  created_at AS "createdAt", updated_at AS "updatedAt"`;
const DATA_COLUMNS = sql.fragment`id, id AS "dictCode", dict_type AS "dictType", dict_label AS "dictLabel",
  dict_value AS "dictValue", dict_sort AS "dictSort", css_class AS "cssClass", list_class AS "listClass",
  is_default AS "isDefault", status, remark, expand_data AS "expandData",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

const typesOf = (group: DictGroup): Source<typeof DictTypeRow> => ({
  row: DictTypeRow,
  columns: TYPE_COLUMNS,
  from: sql.fragment`(SELECT * FROM master.dict_type WHERE dict_group = ${group}) AS t`,
  alias: 't',
});
const data: Source<typeof DictDataRow> = {
  row: DictDataRow,
  columns: DATA_COLUMNS,
  from: sql.fragment`master.dict_data`,
  alias: 'dict_data',
};
/** Without a type: the data of the group. A named type is answered whichever group it is in. */
const ofGroup = (group: DictGroup): FragmentSqlToken =>
  sql.fragment`dict_type IN (SELECT dict_type FROM master.dict_type WHERE dict_group = ${group})`;

const FAMILIES = [
  { group: 'sys', types: dictTypeList, data: dictDataList, typeKey: 'admin:sysDictType', dataKey: 'admin:sysDictData' },
  {
    group: 'base',
    types: baseDictTypeList,
    data: baseDictDataList,
    typeKey: 'base:baseDictType',
    dataKey: 'base:baseDictData',
  },
] as const;
type Family = (typeof FAMILIES)[number];
const readers = (key: string): string[] => keysOf(key, 'export');

const typeRoutes = (db: CommonQueryMethods, { group, types, typeKey, dataKey }: Family): Route[] => [
  ...listRoutes(db, {
    endpoint: types,
    summary: '字典类型列表',
    exported: {
      name: '字典类型',
      columns: [
        ['id', '编号'],
        ['dictName', '名称'],
        ['dictType', '类型'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: [...readers(typeKey), ...readers(dataKey)],
    read: (at, { query }) =>
      page(at, typesOf(group), {
        where: [
          holds(['dict_name'], query.dictName),
          equals(['dict_type'], query.dictType),
          equals(['status'], query.status),
        ],
        order: ordered(query, ['dict_name'], OLDEST_FIRST),
        paging: query,
      }),
  }),
  recordRoute(db, {
    path: types.path,
    title: '字典类型',
    allow: [...readers(typeKey), ...readers(dataKey)],
    row: DictTypeRow,
    source: () => typesOf(group),
  }),
];

const dataRoutes = (db: CommonQueryMethods, { group, data: list, dataKey }: Family): Route[] => [
  ...listRoutes(db, {
    endpoint: list,
    summary: '字典数据列表',
    exported: {
      name: '字典数据',
      columns: [
        ['dictCode', '编号'],
        ['dictType', '类型'],
        ['dictLabel', '数据标签'],
        ['dictValue', '数据键值'],
        ['dictSort', '顺序'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: readers(dataKey),
    read: (at, { query }) =>
      page(at, data, {
        where: [
          query.dictType === undefined ? ofGroup(group) : equals(['dict_type'], query.dictType),
          holds(['dict_label'], query.dictLabel),
          equals(['dict_value'], query.dictValue),
          equals(['status'], query.status),
        ],
        order: ordered(query, ['dict_label'], { by: sql.fragment`dict_type, dict_sort, id` }),
        paging: query,
      }),
  }),
  recordRoute(db, {
    path: list.path,
    title: '字典数据',
    allow: readers(dataKey),
    row: DictDataRow,
    source: () => data,
  }),
];

const optionRoute = (db: CommonQueryMethods, path: string): Route =>
  route({
    method: 'GET',
    path,
    summary: '字典选项',
    allow: SIGNED_IN,
    query: OptionQuery,
    data: z.array(DictOption),
    handler: async ({ query }) => {
      const options = await db.any(sql.type(DictOption)`
        SELECT ${DATA_COLUMNS}, dict_label AS label, dict_value AS value FROM master.dict_data
        WHERE dict_type = ${query.dictType} AND status = '2' ORDER BY dict_sort, id`);
      return { data: [...options] };
    },
  });

const typeOptions = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/dict/type-option-select',
    summary: '字典类型选项',
    allow: SIGNED_IN,
    data: z.array(DictTypeRow),
    handler: async () => {
      const types = await db.any(
        sql.type(DictTypeRow)`SELECT ${TYPE_COLUMNS} FROM master.dict_type WHERE status = '2' ORDER BY id`,
      );
      return { data: [...types] };
    },
  });

const byValue = (db: CommonQueryMethods, dictType: string, dictValue: string) =>
  db.maybeOne(
    sql.type(
      DictDataRow,
    )`SELECT ${DATA_COLUMNS} FROM master.dict_data WHERE dict_type = ${dictType} AND dict_value = ${dictValue}`,
  );
const byValueRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/base-dict-data/by-value',
    summary: '按键值查看字典数据',
    allow: SIGNED_IN,
    query: ByValueQuery,
    data: DictDataRow,
    handler: async ({ query }) => {
      const found = await byValue(db, query.dictType, query.dictValue);
      return found === null ? notFound('字典数据') : { data: found };
    },
  });

const TypeTemplate = z.object({
  dictType: z.string(),
  dictValue: z.string(),
  dictLabel: z.string(),
  expandData: z.string(),
});
/** One category's column settings, or those of every category. */
const typeTemplateRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/base-data/type-template',
    summary: '类别列设置',
    allow: SIGNED_IN,
    query: TypeTemplateQuery,
    data: z.union([DictDataRow, z.array(TypeTemplate)]),
    handler: async ({ query: { dictType, dictValue } }) => {
      if (dictValue !== undefined) {
        const found = await byValue(db, dictType, dictValue);
        return found === null ? notFound('商品类别') : { data: found };
      }
      const all = await db.any(sql.type(TypeTemplate)`
        SELECT ${DATA_COLUMNS} FROM master.dict_data WHERE dict_type = ${dictType} ORDER BY dict_sort, id`);
      return { data: [...all] };
    },
  });

export const dictionaryRoutes = (db: CommonQueryMethods): Route[] => [
  ...FAMILIES.flatMap((family) => [...typeRoutes(db, family), ...dataRoutes(db, family)]),
  typeOptions(db),
  optionRoute(db, '/dict-data/option-select'),
  optionRoute(db, '/base-data/option-select'),
  byValueRoute(db),
  typeTemplateRoute(db),
];
