/**
 * Areas of the menu, and the screens and permission keys that are no document's (S0§6, S1§6, S2§6, wire); documents bring
 * their own (`pages` of their manifests). Ids are fixed below the first wire id.
 */
import type { Page } from '../../contracts/manifest.ts';
import { SALES_REPORT_PAGES } from './sales-report-pages.ts';
import { DEMO_PAGES } from './demo-pages.ts';
import { SYSTEM_PAGES } from './system-pages.ts';

export type Area = {
  readonly id: number;
  readonly title: string;
  readonly path: string;
  readonly icon: string;
  /** A page stands at its `place`, counted from 1 among those of documents too; without one, where it is written. */
  readonly pages: readonly (Page & { readonly place?: number })[];
};

const CHANGE = ['add', 'edit', 'remove'];
const LIST = ['list', ...CHANGE];

export const HOME: Page = { id: 10, title: '首页', path: '/index', icon: 'home' };
export const AREAS: readonly Area[] = [
  {
    id: 20,
    title: '库存',
    path: '/stock',
    icon: 'package',
    pages: [
      {
        id: 23,
        place: 4,
        title: '首饰流水',
        path: '/stock/goods-flow',
        icon: 'history',
        key: 'report:reportGoodsFlow',
        actions: ['list', 'export'],
      },
      {
        id: 26,
        place: 12,
        title: '库存周转',
        path: '/stock/report-turnover',
        icon: 'graph',
        key: 'report:reportGoodsTurnover',
        actions: ['list', 'print', 'export'],
      },
    ],
  },
  {
    id: 30,
    title: '销售',
    path: '/sales',
    icon: 'tag',
    pages: [
      {
        id: 32,
        place: 2,
        title: '客户',
        path: '/sales/customer',
        icon: 'people',
        key: 'base:baseCustomer',
        actions: [...LIST, 'export', 'points', 'merge', 'pii', 'erase', 'bind'],
      },
      {
        id: 89,
        place: 6,
        title: '大额现金',
        path: '/sales/cash-report',
        icon: 'shield',
        key: 'biz:bizCashReport',
        actions: ['list', 'view', 'edit', 'export'],
      },
      {
        id: 59,
        place: 7,
        title: '结账',
        path: '/sales/close',
        icon: 'lock',
        key: 'biz:close',
        actions: ['list', 'add', 'export'],
        keys: { 'biz:close:reopen': '重开' },
      },
      {
        id: 48,
        place: 7,
        title: '收银台',
        path: '/sales/till',
        icon: 'device-desktop',
        seenWith: 'biz:bizShift:list',
      },
      {
        id: 35,
        place: 5,
        title: '积分设置',
        path: '/sales/points',
        icon: 'star',
        key: 'base:basePoints',
        actions: [...LIST, 'export'],
      },
      {
        id: 36,
        place: 6,
        title: '礼品活动',
        path: '/sales/giveaway',
        icon: 'gift',
        key: 'mall:mallGiveaway',
        actions: LIST,
        // In the order in which installations have them; those of write-offs are their page's too.
        keys: {
          'mall:mallWriteOff:list': '核销查询',
          'mall:mallWriteOff:edit': '核销',
          'mall:mallGiveaway:export': '导出活动',
          'mall:mallWriteOff:add': '新增核销码',
          'mall:mallWriteOff:remove': '删除核销码',
          'mall:mallWriteOff:export': '导出核销',
          'mall:mallWriteOff:change': '修改核销码',
        },
      },
      {
        id: 96,
        place: 6,
        title: '礼品核销',
        path: '/sales/write-off',
        icon: 'verified',
        seenWith: 'mall:mallWriteOff:list',
      },
      {
        id: 37,
        place: 7,
        title: '今日金价',
        path: '/sales/quoted-price',
        icon: 'graph',
        key: 'base:baseQuotedPrice',
        actions: LIST,
      },
      {
        id: 97,
        place: 7,
        title: '实时金价',
        path: '/sales/jewel-price',
        icon: 'pulse',
        seenWith: 'base:baseQuotedPrice:list',
      },
      {
        id: 49,
        place: 1,
        title: '异常',
        path: '/sales/report-exception',
        icon: 'alert',
        key: 'report:reportException',
        actions: ['list', 'seen', 'export'],
      },
      {
        id: 86,
        place: 17,
        title: '金料平衡',
        path: '/sales/report-gold-balance',
        icon: 'law',
        key: 'report:reportGoldBalance',
        actions: ['list', 'export', 'recount'],
      },
      {
        id: 87,
        place: 18,
        title: '金价试算',
        path: '/sales/report-gold-what-if',
        icon: 'graph',
        seenWith: 'biz:cost:view',
      },
      ...SALES_REPORT_PAGES,
    ],
  },
  {
    id: 40,
    title: '基础资料',
    path: '/admin',
    icon: 'database',
    pages: [
      {
        id: 41,
        title: '分店',
        path: '/admin/shop',
        icon: 'organization',
        key: 'base:baseShop',
        actions: [...LIST, 'export'],
      },
      {
        id: 520,
        title: '开新店',
        path: '/admin/shop-setup',
        icon: 'checklist',
        key: 'admin:shopSetup',
        actions: ['list'],
      },
      {
        id: 42,
        title: '供应商',
        path: '/admin/supplier',
        icon: 'briefcase',
        key: 'base:baseSupplier',
        actions: [...LIST, 'export'],
      },
      {
        id: 43,
        title: '字典类型',
        path: '/admin/dict-type',
        icon: 'book',
        key: 'base:baseDictType',
        actions: [...CHANGE, 'export', 'list'],
      },
      {
        id: 44,
        title: '字典数据',
        path: '/admin/dict-data',
        icon: 'book',
        key: 'base:baseDictData',
        actions: [...CHANGE, 'export', 'list'],
      },
      {
        id: 45,
        title: '打印模板',
        path: '/admin/print-template',
        icon: 'file',
        key: 'base:basePrintTemplate',
        actions: [...CHANGE, 'list'],
      },
      {
        id: 46,
        title: '模板字段',
        path: '/admin/template-column',
        icon: 'columns',
        key: 'base:baseTemplateColumn',
        actions: [...CHANGE, 'list'],
      },
      {
        id: 47,
        title: '业务权限',
        keys: { 'biz:cost:view': '查看成本', 'biz:date:any': '任意日期', 'biz:date:edit': '编辑任意日' },
      },
    ],
  },
  {
    id: 60,
    title: '系统管理',
    path: '/system',
    icon: 'gear',
    pages: SYSTEM_PAGES,
  },
  { id: 370, title: '示例', path: '/demo', icon: 'apps', pages: DEMO_PAGES },
];
