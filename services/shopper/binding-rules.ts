/** When an openId may have a record (R28, R136, R160). Pure. */
import { refuse, type Refusal } from '../contracts/refusal.ts';

/** How things stand with an openId and a record. */
export type BindingFacts = {
  /** The record that the openId has now. */
  readonly mine: number | null;
  readonly recordId: number;
  /** Another openId has the record. */
  readonly isTaken: boolean;
  /** The openId had another record within the last thirty days, or has it. */
  readonly hadOther: boolean;
  /** The record is being merged or parted just now. */
  readonly isMerging: boolean;
};
export const OTHER_RECORD_DAYS = 30;

const conflict = (code: string, message: string): Refusal => refuse('conflict', code, message);
const MERGING = conflict('shopper.merging', '客户资料正在合并，请稍后再试');
const HAS_OTHER = conflict('shopper.has_other', '该微信已绑定其他客户，请先解除绑定');
const TAKEN = conflict('shopper.taken', '该客户已绑定其他微信，请先在原微信中解除绑定，或到门店办理');
const AT_SHOP = conflict('shopper.at_shop', '该微信最近绑定过其他客户，请到门店办理');

/** `same`: bound to each other already. */
type BindingVerdict = 'same' | 'bind' | Refusal;
/** By number and code: whatever needs a person's word is for the shop. */
export const bindingByNumber = ({ mine, recordId, isTaken, hadOther, isMerging }: BindingFacts): BindingVerdict => {
  if (mine === recordId) return 'same';
  if (isMerging) return MERGING;
  if (mine !== null) return HAS_OTHER;
  if (isTaken) return TAKEN;
  return hadOther ? AT_SHOP : 'bind';
};

/** What the counter needs besides the code. `record`: the customer's own proof does; `second`: only a word does. */
export type CounterAsk = 'record' | 'second';
export const bindingAtCounter = (
  { mine, recordId, isTaken, hadOther, isMerging }: BindingFacts,
  hasSomething: boolean,
): 'same' | Refusal | readonly CounterAsk[] => {
  if (mine === recordId) return 'same';
  if (isMerging) return MERGING;
  if (mine !== null) return HAS_OTHER;
  return [...(hasSomething || isTaken ? ['record' as const] : []), ...(hadOther ? ['second' as const] : [])];
};

/** A record without a sale for so long needs the number of an order besides the code: numbers are given to others (R160). */
export const SILENT_DAYS = 180;
export const needsOrder = (record: { readonly hasSomething: boolean; readonly boughtLately: boolean }): boolean =>
  record.hasSomething || !record.boughtLately;
/** Id of the order that its number names; null for what is none. */
export const saleIdOf = (orderNo: string, prefix: string): number | null => {
  const [, letters = '', digits] = /^([A-Za-z]+)(\d{1,15})$/.exec(orderNo) ?? [];
  return letters.toUpperCase() === prefix ? Number(digits) : null;
};
