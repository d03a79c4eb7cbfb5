/** Dictionaries that every installation starts with (R37, R41). Goods dictionaries: value = label = the Chinese name. */
import type { DocumentManifest } from '../../contracts/manifest.ts';
import { MANIFESTS } from '../../contracts/manifests.ts';
import { OPERATION_TYPES } from '../../contracts/operation-types.ts';
import { printedKinds } from '../../contracts/printed-kinds.ts';
import type { DictGroup } from './dictionary.ts';

export type SeedEntry = { readonly label: string; readonly value: string; readonly listClass?: string };
export type SeedType = {
  readonly dictType: string;
  readonly dictName: string;
  readonly group: DictGroup;
  readonly entries: readonly SeedEntry[];
};

const words = (text: string): SeedEntry[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => ({ label: word, value: word }));
const goods = (dictType: string, dictName: string, text: string): SeedType => ({
  dictType,
  dictName,
  group: 'base',
  entries: words(text),
});
const system = (
  dictType: string,
  dictName: string,
  entries: readonly (readonly [string, string, string?])[],
): SeedType => ({
  dictType,
  dictName,
  group: 'sys',
  entries: entries.map(([value, label, listClass]) =>
    listClass === undefined ? { label, value } : { label, value, listClass },
  ),
});

const STATES: readonly SeedType[] = [
  system('sys_normal_disable', '系统开关', [
    ['2', '正常', 'success'],
    ['1', '停用', 'danger'],
  ]),
  system('sys_audit_status', '审核状态', [
    ['1', '待审核', 'attention'],
    ['2', '已审核', 'success'],
  ]),
  system('sys_yes_no', '系统是否', [
    ['Y', '是', 'success'],
    ['N', '否', 'secondary'],
  ]),
  system('sys_user_sex', '用户性别', [
    ['0', '男'],
    ['1', '女'],
  ]),
];
const printKinds = (manifests: readonly DocumentManifest[]): SeedType =>
  system(
    'sys_print_kind',
    '打印模板类型',
    printedKinds(manifests).map(({ kind, choice }) => [kind, choice] as const),
  );
const VALUES: readonly SeedType[] = [
  system('sys_common_status', '系统状态', [
    ['2', '正常', 'success'],
    ['1', '关闭', 'danger'],
  ]),
  system('sys_oper_type', '操作类型', Object.entries(OPERATION_TYPES)),
  system('sys_show_hide', '菜单状态', [
    ['0', '显示', 'success'],
    ['1', '隐藏', 'secondary'],
  ]),
  system('sys_job_group', '任务分组', [
    ['DEFAULT', '默认'],
    ['SYSTEM', '系统'],
  ]),
  system('sys_job_status', '任务状态', [
    ['2', '正常', 'success'],
    ['1', '停用', 'danger'],
  ]),
  goods(
    'goodsType',
    '首饰类别',
    '戒指 项链 吊坠 手镯 手链 耳环 耳钉 耳坠 脚链 胸针 套装 转运珠 串珠 金条 摆件 金币 生肖 长命锁 领带夹 裸石',
  ),
  goods(
    'goodsStyle',
    '首饰款式',
    '光圈 素圈 开口 活口 对戒 钻戒 皇冠 六爪 四爪 包镶 群镶 龙凤 福字 平安扣 如意 莲花 貔貅 佛像 观音 生肖 爱心 四叶草 蝴蝶 小鱼 古法 珐琅 5G 3D硬金 5D 麦穗 车花 拉丝 磨砂 水波链 肖邦链 竹节链 元宝链 O字链 侧身链 绞丝镯 推拉镯 开口镯 圆条镯 贵妃镯 其他',
  ),
  goods(
    'goodsFineness',
    '首饰成色',
    '足金 足金999 足金999.9 足金999.99 千足金 古法金 硬金 22K金 18K金 18K白 18K玫瑰 14K金 9K金 铂990 铂950 铂900 铂850 足银 足银999 S990银 S925银 S800银 非贵金属',
  ),
  // The nine gold contents of the document first, then those of low-carat gold, platinum and silver (R37).
  goods(
    'goldContent',
    '含金量',
    '999.99 999.9 999 990 950 925 916 750 585 417 375 Pt999 Pt990 Pt950 Pt900 Pt850 Ag999 Ag990 Ag925 Ag800',
  ),
  goods(
    'stoneName',
    '主石名称',
    '钻石 培育钻石 莫桑石 翡翠 和田玉 红宝石 蓝宝石 祖母绿 猫眼石 珍珠 南洋珍珠 大溪地珍珠 akoya珍珠 碧玺 坦桑石 尖晶石 海蓝宝 石榴石 水晶 紫晶 黄晶 托帕石 欧泊 橄榄石 月光石 葡萄石 玛瑙 南红 绿松石 青金石 珊瑚 琥珀 蜜蜡 黑曜石 孔雀石 锆石 无',
  ),
  goods(
    'stoneColor',
    '石头颜色',
    'D E F G H I J K L M N D-E F-G H-I I-J K-L 白色 红色 鸽血红 粉色 橙色 黄色 绿色 帝王绿 阳绿 豆绿 蓝色 皇家蓝 矢车菊蓝 紫色 墨色 黑色 灰色 金色 棕色 无色 多色',
  ),
  goods(
    'stoneShape',
    '石头形状',
    '圆形 椭圆形 梨形 马眼形 心形 方形 公主方 祖母绿形 雷迪恩 枕形 垫形 三角形 梯形 水滴形 蛋面 随形 珠形 扁圆 异形',
  ),
  goods('stoneClean', '石头净度', 'FL IF VVS1 VVS2 VVS VS1 VS2 VS SI1 SI2 SI P1 P2 P3 LC'),
  goods('stoneCut', '石头切工', '3EX EX VG G F P 标准圆钻切 阶梯切 千禧切 玫瑰切 素面'),
  goods('stoneMount', '镶嵌方式', '爪镶 包镶 钉镶 轨道镶 槽镶 抹镶 无边镶 微镶 卡镶 隐秘镶 珠镶 插镶 绕镶'),
  goods('stoneTransparent', '透明度', '透明 亚透明 半透明 微透明 不透明'),
  goods(
    'stoneTexture',
    '石头质地',
    '玻璃种 高冰种 冰种 糯冰种 糯化种 糯种 豆种 芙蓉种 油青种 花青种 干青种 细腻 较细 一般 粗糙',
  ),
  goods('stoneRefract', '折射率', '1.43 1.54 1.55 1.58 1.62 1.65 1.66 1.69 1.72 1.76 1.77 2.42 单折射 双折射'),
  goods('measurePrice', '计价方式', '重量 数量'),
  goods('measureUnit', '计量单位', '克 克拉 件 只 条 对 套 颗 粒 元/克 元/克拉 元/件'),
  goods('settleMethod', '结算方式', '现金 微信 支付宝 银行卡 信用卡 云闪付 储值卡 转账 代金券 商场代收 定金'),
  goods('customerLevel', '客户等级', '普通会员 银卡会员 金卡会员 铂金会员 钻石会员'),
];
/** In the order in which they are planted. */
export const dictionarySeeds = (manifests: readonly DocumentManifest[]): readonly SeedType[] => [
  ...STATES,
  printKinds(manifests),
  ...VALUES,
];
export const DICTIONARY_SEEDS = dictionarySeeds(MANIFESTS);
