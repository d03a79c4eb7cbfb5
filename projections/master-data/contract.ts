/** GETs of master data: filters, rows, lists for screens (S1§7, S2§7). */
import { z } from 'zod';
import { CLOSE_PATH, ClosedDayRow } from 'services/close/contract';
import { Paging, TenRows } from 'services/contracts/envelope';
import { choice, enabled, filterPartner, filterRecord, filterShop, order, term } from 'services/contracts/filters';
import { TEXTS, requiredText, wireText } from 'services/contracts/values';
import { STANDING_PATH, LongApprovalRow } from 'services/standing-word/contract';
import {
  BY_SHOP,
  BY_SHOPPER,
  CHANNEL_VALUES,
  ConfigRow,
  ConsentRow,
  CustomerRow,
  DictDataRow,
  DictTypeRow,
  DepartmentNode,
  DepartmentRow,
  GiveawayRow,
  PURPOSE_VALUES,
  PointsRuleRow,
  PostRow,
  PrintTemplateRow,
  STANDS,
  ShopRow,
  SupplierRow,
  TemplateColumnRow,
  TILL_PATH,
  TenantRow,
  TillRow,
  WITHDRAWN,
  WriteOffRow,
} from 'services/master-data/contract';

const text = term(100);
const status = enabled();
const direction = order().catch(undefined);
const Sorting = { idOrder: direction, nameOrder: direction, createdAtOrder: direction };

export const ShopQuery = z.object({ ...Paging, ...Sorting, name: text, status });
export const SupplierQuery = z.object({ ...Paging, ...Sorting, name: text, contract: text, mobile: text, status });
/** MM-dd of a birthday, with or without its year. */
const birthday = term(10);
/** `nameOrMobile` finds either; two Chinese characters are enough. `agreedTo`: who lets that be done, as of now. */
export const CustomerQuery = z.object({
  ...Paging,
  ...Sorting,
  name: text,
  mobile: text,
  nameOrMobile: text,
  birthday,
  agreedTo: choice(PURPOSE_VALUES),
  /** 1: who asks to be erased and waits for it (R67). */
  erasure: choice(['1']),
  status,
});
/** `customerId` finds what stands in records that were merged into that one too. */
export const ConsentQuery = z.object({
  ...Paging,
  idOrder: direction,
  createdAtOrder: direction,
  customerId: filterPartner(),
  purpose: choice(PURPOSE_VALUES),
  channel: choice(CHANNEL_VALUES),
  state: choice([STANDS, WITHDRAWN]),
});
export const PointsRuleQuery = z.object({
  ...Paging,
  idOrder: direction,
  createdAtOrder: direction,
  type: text,
  style: text,
  fineness: text,
  status,
});
export const TillQuery = z.object({ ...Paging, ...Sorting, shopId: filterShop(), name: text, status });
export const GiveawayQuery = z.object({ ...Paging, ...Sorting, title: text, status });
/** `status` '1' waits, '2' is collected; `billId`: claims of that giveaway; `source`: who entered it. */
export const WriteOffQuery = z.object({
  ...Paging,
  ...Sorting,
  writeOffCode: text,
  mobile: text,
  status: choice(['1', '2']),
  billId: filterRecord(),
  source: choice([BY_SHOPPER, BY_SHOP]),
});
export const DictTypeQuery = z.object({ ...TenRows, ...Sorting, dictName: text, dictType: text, status });
export const DictDataQuery = z.object({
  ...TenRows,
  ...Sorting,
  dictType: text,
  dictLabel: text,
  dictValue: text,
  status,
});
export const OptionQuery = z.object({
  dictType: requiredText('请指定字典类型', TEXTS.code),
});
export const ByValueQuery = OptionQuery.extend({
  dictValue: requiredText('请指定字典键值', TEXTS.code),
});
/** A category's column settings; `goodsType` unless another dictionary is named. */
export const TypeTemplateQuery = z.object({
  dictType: wireText(TEXTS.code).default('goodsType'),
  dictValue: text,
});
export const PrintTemplateQuery = z.object({ ...Paging, ...Sorting, kind: text, labelType: text, name: text });
export const TemplateColumnQuery = z.object({ ...Paging, ...Sorting, kind: text });
export const ColumnsOfKindQuery = z.object({
  kind: requiredText('请指定单据类型', TEXTS.code),
});
export const ConfigQuery = z.object({
  ...TenRows,
  ...Sorting,
  configName: text,
  configKey: text,
  configType: text,
  configNameOrder: direction,
  configKeyOrder: direction,
  configTypeOrder: direction,
});

export const shopList = { path: '/base-shop', row: ShopRow, query: ShopQuery } as const;
export const supplierList = { path: '/base-supplier', row: SupplierRow, query: SupplierQuery } as const;
export const customerList = { path: '/base-customer', row: CustomerRow, query: CustomerQuery } as const;
export const consentList = { path: '/base-customer-consent', row: ConsentRow, query: ConsentQuery } as const;
export const ClosedDayQuery = z.object({ ...Paging, shopId: filterShop() });
export const closedDayList = { path: CLOSE_PATH, row: ClosedDayRow, query: ClosedDayQuery } as const;
/** `status` as of the row. */
export const StandingQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  status: choice(['1', '2', '3'], '请选择状态'),
});
export const standingList = { path: STANDING_PATH, row: LongApprovalRow, query: StandingQuery } as const;
export const tillList = { path: TILL_PATH, row: TillRow, query: TillQuery } as const;
export const pointsRuleList = { path: '/base-points', row: PointsRuleRow, query: PointsRuleQuery } as const;
export const giveawayList = { path: '/mall-giveaway', row: GiveawayRow, query: GiveawayQuery } as const;
export const VALID_GIVEAWAY_PATH = '/mall-giveaway/valid';
export const writeOffList = { path: '/mall-write-off', row: WriteOffRow, query: WriteOffQuery } as const;
export const dictTypeList = { path: '/dict/type', row: DictTypeRow, query: DictTypeQuery } as const;
export const dictDataList = { path: '/dict/data', row: DictDataRow, query: DictDataQuery } as const;
export const baseDictTypeList = { path: '/base-dict-type', row: DictTypeRow, query: DictTypeQuery } as const;
export const baseDictDataList = { path: '/base-dict-data', row: DictDataRow, query: DictDataQuery } as const;
export const printTemplateList = {
  path: '/base-print-template',
  row: PrintTemplateRow,
  query: PrintTemplateQuery,
} as const;
export const templateColumnList = {
  path: '/base-template-column',
  row: TemplateColumnRow,
  query: TemplateColumnQuery,
} as const;
export const configList = { path: '/config', row: ConfigRow, query: ConfigQuery } as const;

/** Lists of the organisation (S2§2.8–2.10). */
export const PostQuery = z.object({
  ...TenRows,
  ...Sorting,
  sortOrder: direction,
  postName: text,
  postCode: text,
  status,
});
export const postList = { path: '/post', row: PostRow, query: PostQuery } as const;
export const TenantQuery = z.object({ ...Paging, ...Sorting, name: text, code: text, status });
export const tenantList = { path: '/biz-tenant', row: TenantRow, query: TenantQuery } as const;
/** A tree is answered whole; filtered, with all that is above what was found (R101). */
export const DepartmentQuery = z.object({ deptName: text, status });
export const departmentTree = { path: '/dept', row: DepartmentNode, query: DepartmentQuery } as const;
/** The same tree as lines: each with how deep it lies, in the order of the tree. */
export const DepartmentLine = DepartmentRow.extend({ id: z.int(), depth: z.int(), parentName: z.string() });
export type DepartmentLine = z.infer<typeof DepartmentLine>;
export const departmentLines = {
  path: '/dept/lines',
  row: DepartmentLine,
  query: DepartmentQuery.extend({ ...Paging }),
} as const;
