/** Shops, suppliers and customers of the demo chain. */
import { addDays } from '../contracts/dates.ts';
import type { Random } from './random.ts';

export const SHOPS = [
  '人民路旗舰店',
  '万达广场店',
  '步行街店',
  '银泰城店',
  '大学城店',
  '高铁站店',
  '滨江店',
  '老城厢店',
] as const;
const CITIES = ['深圳水贝', '深圳', '广州番禺', '莆田', '诸暨', '义乌', '揭阳', '北京'] as const;
const TRADES = ['珠宝', '黄金', '首饰', '翡翠', '钻石'] as const;
const BRANDS = [
  '金辉',
  '福满',
  '周世',
  '瑞祥',
  '华彩',
  '玉缘',
  '明珠',
  '盛世',
  '恒艺',
  '金艺',
  '宝丰',
  '锦绣',
] as const;
const FAMILY =
  '王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 袁 邓 许 傅 沈 曾 彭 吕 苏 卢 蒋 蔡'.split(
    ' ',
  );
const GIVEN = [
  '秀英',
  '桂英',
  '丽',
  '敏',
  '静',
  '芳',
  '娜',
  '伟',
  '强',
  '磊',
  '军',
  '洋',
  '勇',
  '艳',
  '杰',
  '娟',
  '涛',
  '明',
  '超',
  '秀兰',
  '霞',
  '平',
  '刚',
  '桂兰',
  '雨桐',
  '子涵',
  '欣怡',
  '梓萱',
  '浩然',
  '思远',
  '佳怡',
  '晓燕',
  '建国',
  '志强',
] as const;
const LEVELS = ['普通会员', '普通会员', '银卡会员', '金卡会员', '钻石会员'] as const;

const nameOf = (random: Random): string => `${random.pick(FAMILY)}${random.pick(GIVEN)}`;
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.between(0, 9)).join('');
const mobileOf = (random: Random, taken: Set<string>): string => {
  for (;;) {
    const mobile = `1${random.pick(['38', '39', '50', '58', '77', '86', '88'])}${digits(random, 8)}`;
    if (taken.has(mobile)) continue;
    taken.add(mobile);
    return mobile;
  }
};

const WOMENS = new Set('秀英 桂英 丽 敏 静 芳 娜 艳 娟 秀兰 霞 桂兰 雨桐 子涵 欣怡 梓萱 佳怡 晓燕'.split(' '));
/** Code of 性别. */
const sexOf = (name: string): string => (WOMENS.has(name.slice(1)) ? '1' : '0');

export type Body = Readonly<Record<string, unknown>>;
export const supplierBodies = (random: Random, count: number): readonly Body[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${random.pick(CITIES)}${BRANDS[index % BRANDS.length]}${random.pick(TRADES)}${index < BRANDS.length ? '有限公司' : '厂'}`,
    contract: nameOf(random),
    mobile: mobileOf(random, new Set()),
    grade: random.pick(['A', 'B', 'C']),
    addr: `${random.pick(CITIES)}工业园 ${random.between(1, 88)} 号`,
    status: '2',
  }));

/** Of the n-th customer, MM-dd: they go round the year, some of them today; every third never told. */
const birthdayOf = (index: number, today: string): string =>
  index % 3 === 2 ? '' : addDays(today, index % 60 === 0 ? 0 : (index * 37) % 365).slice(5);

export const customerBodies = (random: Random, count: number, today: string): readonly Body[] => {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => ({
    name: nameOf(random),
    mobile: mobileOf(random, taken),
    contract: random.pick(LEVELS),
    vip: `VIP${String(index + 1).padStart(5, '0')}`,
    birthday: birthdayOf(index, today),
    weichat: random.chance(0.4) ? `wx_${digits(random, 6)}` : '',
    status: '2',
  }));
};

export type StaffPlan = {
  readonly username: string;
  readonly nickName: string;
  readonly sex: string;
  readonly phone: string;
  readonly email: string;
  readonly roleId: number;
  readonly shops: readonly number[];
  readonly deptId?: number;
  readonly postId?: number | null;
};
type Post = Pick<StaffPlan, 'username' | 'nickName' | 'roleId' | 'shops'>;
/** Whatever the form of a user asks for is there, so that each can be edited and saved as it is. */
const withWays = (post: Post, index: number): StaffPlan => ({
  ...post,
  sex: sexOf(post.nickName),
  phone: `1990000${String(index + 1).padStart(4, '0')}`,
  email: `${post.username}@example.com`,
});
/** A 店长 and two 营业员 per shop, one 财务, one 区域经理 for the first two shops (R41). */
export const staffPlan = (random: Random, shopIds: readonly number[]): readonly StaffPlan[] =>
  posts(random, shopIds).map(withWays);
const posts = (random: Random, shopIds: readonly number[]): readonly Post[] => [
  ...shopIds.flatMap((shopId, index) => {
    const shop = String(index + 1).padStart(2, '0');
    return [
      { username: `dianzhang${shop}`, nickName: nameOf(random), roleId: 3, shops: [shopId] },
      { username: `yingye${shop}a`, nickName: nameOf(random), roleId: 4, shops: [shopId] },
      { username: `yingye${shop}b`, nickName: nameOf(random), roleId: 4, shops: [shopId] },
    ];
  }),
  { username: 'caiwu', nickName: nameOf(random), roleId: 6, shops: [] },
  { username: 'quyu', nickName: nameOf(random), roleId: 15, shops: shopIds.slice(0, 2) },
];
