import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  ConfigBody,
  CustomerBody,
  DictDataBody,
  DictTypeBody,
  PrintTemplateBody,
  SetConfigBody,
  ShopBody,
  Status,
  SupplierBody,
  TypeTemplateBody,
  settingProblems,
} from './contract.ts';
import { DICTIONARY_SEEDS } from './dictionaries/seed.ts';
import { settingSeeds } from './settings/seed.ts';
import { COLUMN_SEEDS, TEMPLATE_SEEDS } from './templates/seed.ts';

const problems = (schema: z.ZodType, body: unknown): Record<string, string> => {
  const result = schema.safeParse(body);
  if (result.success) return {};
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]).toReversed());
};
const supplier = { name: '周大生供应', contract: '王经理', mobile: '0755-25112345', status: '2' };
const customer = { name: '李雷', mobile: '13800138000', status: '2' };

describe('what a form must not leave empty', () => {
  test.each([
    [ShopBody, {}, { name: '分店名称不能为空', status: '状态不能为空' }],
    [ShopBody, { name: '  ', status: null }, { name: '分店名称不能为空', status: '状态不能为空' }],
    [
      SupplierBody,
      {},
      { name: '供应商名称不能为空', contract: '联系人不能为空', mobile: '联系电话不能为空', status: '状态不能为空' },
    ],
    [CustomerBody, {}, { name: '客户名称不能为空', mobile: '联系电话不能为空', status: '状态不能为空' }],
    [DictTypeBody, {}, { dictName: '名称不能为空', dictType: '类型不能为空', status: '状态不能为空' }],
    [
      DictDataBody,
      {},
      {
        dictType: '不能为空',
        dictLabel: '数据标签不能为空',
        dictValue: '数据键值不能为空',
        dictSort: '数据顺序不能为空',
        status: '状态不能为空',
      },
    ],
    [
      ConfigBody,
      {},
      {
        configName: '参数名称不能为空',
        configKey: '参数键名不能为空',
        configValue: '参数键值不能为空',
        isFrontend: '是否前台显示不能为空',
      },
    ],
    [PrintTemplateBody, {}, { kind: '模板类型不能为空', name: '模板名称不能为空', fileName: '文件名称不能为空' }],
    [TypeTemplateBody, {}, { dictValue: '请先选择商品类别！' }],
    [SetConfigBody, [], { '': '请提交设置项' }],
  ] as const)('%#', (schema, body, expected) => {
    expect(problems(schema, body)).toEqual(expected);
  });
});

describe('texts', () => {
  test('are trimmed, and script text and emoji stay what they are', () => {
    const saved = ShopBody.parse({ name: ' 南山店💍 ', status: 2, remark: '<script>alert(1)</script>' });
    expect(saved).toEqual({ name: '南山店💍', status: '2', remark: '<script>alert(1)</script>' });
  });
  test('that cannot be stored are refused', () => {
    expect(problems(ShopBody, { name: '店\0', status: '2' })).toEqual({ name: '含有不能保存的字符' });
    expect(problems(ShopBody, { name: '店\ud800', status: '2' })).toEqual({ name: '含有不能保存的字符' });
  });
  test('are limited by what a person counts', () => {
    expect(problems(ShopBody, { name: '💍'.repeat(50), status: '2' })).toEqual({});
    expect(problems(ShopBody, { name: '店'.repeat(51), status: '2' })).toEqual({ name: '最多50个字' });
    expect(problems(SupplierBody, { ...supplier, qq: '1'.repeat(21), remark: 7 })).toEqual({
      qq: '最多20个字',
      remark: '请输入文字',
    });
  });
});

describe('telephone numbers', () => {
  test.each([
    ['１３８００１３８０００', '13800138000'],
    [' 138 0013 8000 ', '13800138000'],
    ['0755-25112345', '0755-25112345'],
    ['+8613800138000', '13800138000'],
    ['95588', '95588'],
  ])('%s is kept as %s', (mobile, kept) => {
    expect(CustomerBody.parse({ ...customer, mobile }).mobile).toBe(kept);
  });
  test.each(['1234', '13800abc000', '1'.repeat(21), '--12345', '12345-', "1' OR '1'='1"])('%s is refused', (mobile) => {
    expect(problems(CustomerBody, { ...customer, mobile })).toEqual({ mobile: '电话格式不正确，请输入5到20位数字' });
  });
});

test('status is text or number on the way in and text inside', () => {
  expect([Status.parse(1), Status.parse('2')]).toEqual(['1', '2']);
  expect(problems(ShopBody, { name: '店', status: '3' })).toEqual({ status: '状态不正确' });
});

test('column settings are JSON, as text or as an object', () => {
  expect(TypeTemplateBody.parse({ dictValue: '戒指', expandData: { hidden: ['spec'] } })).toEqual({
    dictType: 'goodsType',
    dictValue: '戒指',
    expandData: '{"hidden":["spec"]}',
  });
  expect(problems(TypeTemplateBody, { dictValue: '戒指', expandData: '{' })).toEqual({
    expandData: '列设置不是有效的JSON',
  });
});

describe('settings', () => {
  test.each([
    ['sys_app_name', '', '请输入系统名称'],
    ['sys_user_initPassword', '', '请输入初始密码'],
    ['sys_user_initPassword', '12345', '长度在 6 到 20 个字符'],
    ['sys_index_skinName', '', '请选择皮肤样式'],
    ['sys_index_sideTheme', '', '请选择侧栏主题'],
    ['print_direct', 'yes', '直接打印只能是 true 或 false'],
    ['sell_round_limit', '-1', '抹零上限应为不小于0的金额，最多2位小数'],
    ['oxs', '[]', '对象存储设置应为JSON对象'],
  ])('%s = %s', (key, value, message) => {
    expect(settingProblems(key, value)).toEqual([{ path: '', message }]);
  });
  test('object storage is complete while it is on', () => {
    expect(settingProblems('oxs', '{"IsOxs":false}')).toEqual([]);
    expect(settingProblems('oxs', '{"IsOxs":true,"OxsSource":"oss"}').map(({ message }) => message)).toEqual([
      '请输入网址',
      '请输入授权ID',
      '请输入密钥',
      '请输入对象存储桶',
    ]);
  });
});

describe('seeds', () => {
  test('obey the rules of the forms', () => {
    for (const { dictType, dictName, entries } of DICTIONARY_SEEDS) {
      expect(problems(DictTypeBody, { dictType, dictName, status: '2' })).toEqual({});
      expect(new Set(entries.map(({ value }) => value)).size, dictType).toBe(entries.length);
      for (const { label, value } of entries)
        expect(
          problems(DictDataBody, { dictType, dictLabel: label, dictValue: value, dictSort: 0, status: '2' }),
        ).toEqual({});
    }
    for (const seed of TEMPLATE_SEEDS) expect(problems(PrintTemplateBody, seed)).toEqual({});
    for (const { key, value } of settingSeeds('Ab12345678')) expect(settingProblems(key, value)).toEqual([]);
    for (const columns of Object.values(COLUMN_SEEDS))
      expect(new Set(columns.map(([name]) => name)).size).toBe(columns.length);
  });
  test('goods dictionaries say the same inside and outside (R41), and hold the nine gold contents (R37)', () => {
    const goods = DICTIONARY_SEEDS.filter(({ group }) => group === 'base');
    for (const { entries } of goods) for (const { label, value } of entries) expect(value).toBe(label);
    const contents = goods.find(({ dictType }) => dictType === 'goldContent')?.entries.map(({ value }) => value) ?? [];
    expect(contents.slice(0, 9)).toEqual(['999.99', '999.9', '999', '990', '950', '925', '916', '750', '585']);
    expect(contents).toEqual(expect.arrayContaining(['375', 'Pt850', 'Pt900', 'Ag800']));
  });
});
