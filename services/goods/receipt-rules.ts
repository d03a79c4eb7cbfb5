/** What a receipt must fulfil beyond its shape: shop, supplier, dictionaries, date, rights (S0§5, §6; R6, R13). */
import { dayOf } from '../contracts/dates.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { anyDate, seesShop, type SessionUser } from '../contracts/user.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { GoodsAttributes } from './fields.ts';
import { attributeProblems, dateProblem } from './receipt-body.ts';
import type { Receipt } from './state.ts';

export const noShopRight = (): Refusal => refuse('forbidden', 'goods.shop_locked', '你没有该分店的权限');
/** Choices whose value must be one of the dictionary's, by field. */
const CHOICES = [
  { name: 'category', path: 'type', dict: 'goodsType', message: '首饰类别不在字典中' },
  { name: 'style', path: 'style', dict: 'goodsStyle', message: '首饰款式不在字典中' },
  { name: 'fineness', path: 'fineness', dict: 'goodsFineness', message: '首饰成色不在字典中' },
  { name: 'mainStoneMeasure', path: 'stoneMeasure', dict: 'measurePrice', message: '主石计价方式不在字典中' },
  { name: 'sideStoneMeasure', path: 'secondMeasure', dict: 'measurePrice', message: '副石计价方式不在字典中' },
] as const;

/** Checks choices against the dictionaries as they are now; a value that the record already had may stay. */
export const choiceChecker = async (lookup: Pick<MasterLookup, 'dictValues'>) => {
  const known = await Promise.all(CHOICES.map(async ({ dict }) => new Set(await lookup.dictValues(dict))));
  return (attributes: GoodsAttributes, previous: GoodsAttributes | null): FieldProblem[] =>
    CHOICES.flatMap(({ name, path, message }, index) => {
      const value = attributes[name];
      return value === previous?.[name] || known[index]?.has(value) ? [] : [{ path, message }];
    });
};

const shopProblems = async (lookup: MasterLookup, shopId: number): Promise<FieldProblem[]> => {
  const shop = await lookup.shop(shopId);
  if (shop === null) return [{ path: 'shopId', message: '分店不存在' }];
  return shop.enabled ? [] : [{ path: 'shopId', message: '分店已停用' }];
};
const supplierProblems = async (lookup: MasterLookup, supplierId: number | null): Promise<FieldProblem[]> => {
  if (supplierId === null) return [];
  const supplier = await lookup.supplier(supplierId);
  if (supplier === null) return [{ path: 'supplierId', message: '供应商不存在' }];
  return supplier.enabled ? [] : [{ path: 'supplierId', message: '供应商已停用' }];
};
/** Shop and supplier exist and are enabled. */
export const partnerProblems = async (
  lookup: MasterLookup,
  shopId: number,
  supplierId: number | null,
): Promise<FieldProblem[]> => [
  ...(await shopProblems(lookup, shopId)),
  ...(await supplierProblems(lookup, supplierId)),
];

export type ReceiptCheck = {
  readonly receipt: Receipt;
  readonly previous: Receipt | null;
  readonly user: SessionUser;
  readonly now: Date;
};
type ReceiptChange = Pick<ReceiptCheck, 'receipt' | 'previous'>;
/** Shop, supplier and template, where they are not those of the record before. */
const referenceProblems = async (
  lookup: MasterLookup,
  { receipt, previous }: ReceiptChange,
): Promise<FieldProblem[]> => {
  const problems: FieldProblem[] = [];
  if (receipt.shopId !== previous?.shopId) problems.push(...(await shopProblems(lookup, receipt.shopId)));
  if (receipt.supplierId !== previous?.supplierId) {
    problems.push(...(await supplierProblems(lookup, receipt.supplierId)));
  }
  const { printTemplate } = receipt;
  if (printTemplate !== previous?.printTemplate && !(await lookup.hasTemplate('label', printTemplate))) {
    problems.push({ path: 'printTemplate', message: '标签模板不存在' });
  }
  return problems;
};

/** null when the record may be saved; unchanged values of an earlier record are not judged again. */
export const refuseReceipt = async (
  lookup: MasterLookup,
  { receipt, previous, user, now }: ReceiptCheck,
): Promise<Refusal | null> => {
  if (!seesShop(user, receipt.shopId)) return noShopRight();
  const problems = attributeProblems(receipt.attributes, receipt.quantity);
  problems.push(...(await referenceProblems(lookup, { receipt, previous })));
  if (receipt.receivedOn !== previous?.receivedOn) {
    problems.push(...dateProblem(receipt.receivedOn, dayOf(now), anyDate(user)));
  }
  const check = await choiceChecker(lookup);
  problems.push(...check(receipt.attributes, previous?.attributes ?? null));
  const [first] = problems;
  return first === undefined ? null : refuse('invalid', 'goods.invalid', first.message, { fields: problems });
};
