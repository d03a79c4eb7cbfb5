/** Departments and posts of the demo chain: the head office, its shops, and what people there are. */
import type { Body, StaffPlan } from './people.ts';

const HEAD_OFFICE = 1;
const POSTS: readonly (readonly [roleId: number, postName: string, postCode: string])[] = [
  [3, '店长', 'DZ'],
  [4, '营业员', 'YYY'],
  [6, '会计', 'KJ'],
  [15, '区域经理', 'QY'],
];
const FINANCE = 6;
type Create = (path: string, bodies: readonly Body[]) => Promise<readonly number[]>;
type Shop = { readonly id: number; readonly name: string };

/** Makes them, and answers where each of the staff belongs. */
export const organise = async (created: Create, shops: readonly Shop[]): Promise<(plan: StaffPlan) => StaffPlan> => {
  const under = (parentId: number, deptName: string, sort: number) => ({ parentId, deptName, sort, leader: '管理员' });
  const [shopsId = HEAD_OFFICE, financeId = HEAD_OFFICE] = [
    ...(await created('/dept', [under(HEAD_OFFICE, '门店', 10)])),
    ...(await created('/dept', [under(HEAD_OFFICE, '财务部', 20)])),
  ];
  const shopDepts = await created(
    '/dept',
    shops.map(({ name }, index) => under(shopsId, name, (index + 1) * 10)),
  );
  const postIds = await created(
    '/post',
    POSTS.map(([, postName, postCode], index) => ({ postName, postCode, sort: index + 1, status: '2' })),
  );
  const deptOfShop = new Map(shops.map(({ id }, index) => [id, shopDepts[index]]));
  const postOfRole = new Map(POSTS.map(([roleId], index) => [roleId, postIds[index]]));
  const deptOf = ({ roleId, shops: own }: StaffPlan): number | undefined => {
    if (roleId === FINANCE) return financeId;
    return own.length === 1 ? deptOfShop.get(own[0] ?? 0) : shopsId;
  };
  return (plan) => ({ ...plan, deptId: deptOf(plan) ?? HEAD_OFFICE, postId: postOfRole.get(plan.roleId) ?? null });
};
