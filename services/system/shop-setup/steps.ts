/** What a shop needs before it sells, and what is said of each step. Pure. */
import { LABEL_KIND } from '../../master-data/contract.ts';
import type { SetupStep, StepKey } from './contract.ts';

export type Department = {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
  readonly enabled: boolean;
};
/** An enabled person of the shop; `enters`: with an enabled role. */
export type Person = { readonly deptId: number | null; readonly enters: boolean; readonly sells: boolean };
export type ShopFacts = {
  readonly shop: { readonly name: string; readonly enabled: boolean };
  /** Of the chain. */
  readonly departments: readonly Department[];
  readonly people: readonly Person[];
  /** Of the shop. */
  readonly tills: readonly { readonly name: string; readonly enabled: boolean }[];
  /** Of the chain. */
  readonly templates: readonly { readonly kind: string; readonly designed: boolean }[];
  /** `received`: something was ever audited; `waiting`: receipts that wait, counted where nothing was. */
  readonly stock: { readonly received: boolean; readonly waiting: number };
};
/** `needs`: any of these keys does it. */
export type Step = Pick<SetupStep, 'key' | 'done' | 'text' | 'act'> & { readonly needs: readonly string[] };
type StepAnswer = Omit<Step, 'key'>;

const done = (text: string, act: Step['act'], ...needs: readonly string[]): StepAnswer => ({
  done: true,
  text,
  act,
  needs,
});
const missing = (text: string, act: Step['act'], ...needs: readonly string[]): StepAnswer => ({
  done: false,
  text,
  act,
  needs,
});
const namesOf = (rows: readonly { readonly name: string }[]): string => rows.map(({ name }) => name).join('、');

const shop = ({ shop: { enabled } }: ShopFacts): StepAnswer =>
  enabled
    ? done('分店正常。', 'edit', 'base:baseShop:edit')
    : missing('分店已停用，不能开单。不再营业就不用管；要营业请启用。', 'edit', 'base:baseShop:edit');

/** The department that bears the shop's name, or those in which its people stand. */
export const departmentsOf = ({ shop: own, departments, people }: ShopFacts): readonly Department[] => {
  const named = departments.filter(({ name }) => name === own.name);
  const ids = new Set(people.map(({ deptId }) => deptId));
  return named.length > 0 ? named : departments.filter(({ id }) => ids.has(id));
};
/** Beside the departments of the other shops, else below the chain's only root; 0 where there are several roots or none. */
export const parentForShop = (departments: readonly Department[], shopNames: ReadonlySet<string>): number => {
  const beside = departments.filter(({ name }) => shopNames.has(name)).at(-1);
  if (beside !== undefined) return beside.parentId;
  const [root, ...others] = departments.filter(({ parentId, enabled }) => parentId === 0 && enabled);
  return others.length === 0 ? (root?.id ?? 0) : 0;
};
const department = (facts: ShopFacts): StepAnswer => {
  const own = departmentsOf(facts);
  const closed = own.filter(({ enabled }) => !enabled);
  if (own.length === 0)
    return missing(
      '还没有本店的部门。新增一个与分店同名的部门，本店的人归到它下面；只看本部门数据的角色按它来分。',
      'add',
      'admin:sysDept:add',
    );
  return closed.length > 0
    ? missing(`部门“${namesOf(closed)}”已停用。启用它，或给本店的人换一个部门。`, 'open', 'admin:sysDept:edit')
    : done(`本店的部门：${namesOf(own)}。`, 'add', 'admin:sysDept:add');
};

const ADD_USER = 'admin:sysUser:add';
const EDIT_USER = 'admin:sysUser:edit';
const people = ({ shop: { name }, people: own }: ShopFacts): StepAnswer => {
  if (own.length === 0)
    return missing(
      `还没有人属于本店。新增用户：可用分店选“${name}”，角色选能开销售单的（如营业员）。`,
      'add',
      ADD_USER,
    );
  const outside = own.filter(({ enters }) => !enters).length;
  const sellers = own.filter(({ enters, sells }) => enters && sells).length;
  if (sellers === 0)
    return missing(
      `本店有 ${own.length} 人，没有人能开销售单。给其中一人加上能开销售单的角色（如营业员）。`,
      'edit',
      EDIT_USER,
    );
  return outside > 0
    ? missing(`有 ${outside} 人没有启用的角色，不能登录。给他们选角色，离开的人请停用。`, 'edit', EDIT_USER)
    : done(`本店 ${own.length} 人，其中 ${sellers} 人能开销售单。`, 'add', ADD_USER);
};

const TILL = 'biz:bizShift:till';
const till = ({ tills }: ShopFacts): StepAnswer => {
  const open = tills.filter(({ enabled }) => enabled);
  if (open.length > 0) return done(`已登记：${namesOf(open)}。收款的设备在“交班”页选本机收银台。`, 'open', TILL);
  return tills.length === 0
    ? missing('还没有收银台。登记一个，收款的设备从中选择。', 'open', TILL)
    : missing('收银台都已停用。启用一个，或登记新的。', 'open', TILL);
};

const TEMPLATE = 'base:basePrintTemplate:edit';
const templateOf =
  (kind: string, what: string, unprinted: string) =>
  ({ templates }: ShopFacts): StepAnswer => {
    const own = templates.filter((one) => one.kind === kind);
    const ready = own.filter(({ designed }) => designed).length;
    if (ready > 0) return done(`有 ${ready} 个可用的${what}，全部分店共用。`, 'open', TEMPLATE);
    return own.length === 0
      ? missing(`还没有${what}，${unprinted}打印不了。新增一个，再进入设计。`, 'open', 'base:basePrintTemplate:add')
      : missing(`${what}还没有设计，${unprinted}打印不了。打开它，点“设计”。`, 'open', TEMPLATE);
  };

/** More are not counted. */
export const MOST_WAITING = 1_000;
const stock = ({ stock: { received, waiting } }: ShopFacts): StepAnswer => {
  if (received) return done('已有入库审核过的首饰。', 'open', 'biz:bizGoodsIn:add', 'biz:bizGoodsIn:import');
  const many = waiting >= MOST_WAITING ? `${MOST_WAITING} 条以上` : `${waiting} 条`;
  return waiting > 0
    ? missing(`有 ${many}入库还没有审核，审核以后才能卖。`, 'audit', 'biz:bizGoodsIn:audit')
    : missing(
        '店里还没有货。把原有的货用“从Excel导入”带进来，或逐件新增入库，也可以从别的店调拨。',
        'open',
        'biz:bizGoodsIn:import',
        'biz:bizGoodsIn:add',
      );
};

const BILL_KIND = 'invoice';
export const TEMPLATE_KINDS = [LABEL_KIND, BILL_KIND];
const STEPS: Readonly<Record<StepKey, (facts: ShopFacts) => StepAnswer>> = {
  shop,
  department,
  people,
  till,
  label: templateOf(LABEL_KIND, '标签模板', '标签'),
  bill: templateOf(BILL_KIND, '销售单模板', '销售单'),
  stock,
};
/** Every step in its order. */
export const stepsOf = (facts: ShopFacts): readonly Step[] =>
  (Object.keys(STEPS) as StepKey[]).map((key) => ({ key, ...STEPS[key](facts) }));
