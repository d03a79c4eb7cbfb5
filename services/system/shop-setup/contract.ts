/** 开新店: what a shop still lacks before it sells, and what a person of it will see. */
import { z } from 'zod';

export const SHOP_SETUP_PATH = '/sys-shop-setup';
export const SHOP_SETUP_KEY = 'admin:shopSetup:list';
/** In the order in which a shop is opened. */
export const STEP_TITLES = {
  shop: '分店',
  department: '部门',
  people: '人员',
  till: '收银台',
  label: '标签模板',
  bill: '销售单模板',
  stock: '期初库存',
} as const;
export type StepKey = keyof typeof STEP_TITLES;
const STEP_KEYS = ['shop', 'department', 'people', 'till', 'label', 'bill', 'stock'] as const satisfies StepKey[];

/**
 * `act`: what brings it on: a new record, another state of one that is there, its page, an audit. `allowed`: the asker may; else
 * `who` may, by name, at most {@link MOST_NAMED}; nobody is named of what is done.
 */
export const SetupStep = z.object({
  key: z.enum(STEP_KEYS),
  done: z.boolean(),
  text: z.string(),
  act: z.enum(['add', 'edit', 'open', 'audit']),
  allowed: z.boolean(),
  who: z.array(z.string()),
});
export type SetupStep = z.infer<typeof SetupStep>;
export const MOST_NAMED = 5;

/** `lacks`: titles of the steps that are missing. */
export const ShopSetupRow = z.object({
  shopId: z.int(),
  shopName: z.string(),
  status: z.string(),
  lacks: z.array(z.string()),
});
export type ShopSetupRow = z.infer<typeof ShopSetupRow>;
/** The own shops; `mayOpen`: another one may be added, else by `who`. */
export const ShopSetups = z.object({
  shops: z.array(ShopSetupRow),
  mayOpen: z.boolean(),
  who: z.array(z.string()),
});
export type ShopSetups = z.infer<typeof ShopSetups>;

/** Enabled people of the shop that the asker sees. */
export const SetupPerson = z.object({
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  deptName: z.string(),
  /** Names of the enabled roles. */
  roles: z.string(),
  enters: z.boolean(),
  sells: z.boolean(),
});
export type SetupPerson = z.infer<typeof SetupPerson>;
/** `departmentId`: where a new person of the shop belongs; `departmentParentId`: where its department would lie, 0 at the root. */
export const ShopSetup = ShopSetupRow.extend({
  steps: z.array(SetupStep),
  people: z.array(SetupPerson),
  departmentId: z.int().nullable(),
  departmentParentId: z.int(),
});
export type ShopSetup = z.infer<typeof ShopSetup>;

/** What somebody sees who signs in now, as the server resolves it. */
export const PersonSight = z.object({
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  deptName: z.string(),
  /** Why he cannot sign in; '' where he can. */
  outside: z.string(),
  /** The super administrator. */
  all: z.boolean(),
  /** Empty is the whole chain. */
  shops: z.array(z.string()),
  rows: z.object({ all: z.boolean(), own: z.boolean(), departments: z.array(z.object({ name: z.string() })) }),
  seesCost: z.boolean(),
  seesPersons: z.boolean(),
  mustChangePassword: z.boolean(),
  may: z.array(z.string()),
  /** Pages of his menu by their area, '' at the root. */
  areas: z.array(z.object({ area: z.string(), pages: z.array(z.string()) })),
});
export type PersonSight = z.infer<typeof PersonSight>;
