/**
 * 大额现金 (R83): what one person pays or is paid in cash on one day, over all shops and documents. From the limit on it is
 * reported with the person's identity papers, which lie in rows of schema master alone.
 */
import { z } from 'zod';
import { requiredPhone } from '../contracts/phone.ts';
import { orElse } from '../contracts/document-body.ts';
import { rawText, requiredText, wireDay, wireText } from '../contracts/values.ts';
import { ID_TYPES, isIdentityNumber } from './identity.ts';

export * from './identity.ts';
export * from '../contracts/cash.ts';
export * from '../contracts/workdays.ts';

export const CASH_REPORT_PATH = '/biz-cash-report';
export const CASH_REPORT_LIMIT = 'cash_report_limit';
/** Kinds of documents that cash moves by, and the read model that holds each. */
export const CASH_DOCUMENTS = { sale: 'sales', recycle: 'recycles', deposit: 'deposits' } as const;
/** Filled within so many working days. */
export const DUE_DAYS = 5;
export const KEPT_YEARS = 10;

/** 1 收: the customer paid in; 2 付: the house paid out. */
export const CASH_DIRECTIONS = [
  { value: '1', label: '收现金' },
  { value: '2', label: '付现金' },
] as const;
export type CashDirection = (typeof CASH_DIRECTIONS)[number]['value'];
/** What a report counts (R139): 1 what is dated that day, 2 what was entered on it, where that comes to more. */
export const CASH_BASES = [
  { value: '1', label: '按业务日期' },
  { value: '2', label: '按录入日期' },
] as const;
/** 1 waits, 2 is filled; 3 fell below the limit by an edit or a deletion, whether filled or not. */
export const CASH_STATES = [
  { value: '1', label: '待登记' },
  { value: '2', label: '已登记' },
  { value: '3', label: '已低于限额' },
] as const;
export type CashState = (typeof CASH_STATES)[number]['value'];
/** Ends the message of a save that reached the limit: the till offers the report then. */
export const CASH_NOTICE = '请登记大额现金';

/** Columns that the change log keeps of what was filled in, as people call them. */
export const REPORT_FIELDS = [
  ['name', '姓名'],
  ['contact', '联系方式'],
  ['id_type', '证件种类'],
  ['id_no_masked', '证件号码'],
  ['id_expiry', '证件有效期'],
  ['purpose', '款项用途'],
  ['checked_by', '核对人'],
] as const;
export const LONG_TERM = '长期';
/** Whoever looked at the papers signs with his name and password, or with the code of his second factor (R139). */
const Checker = z.object(
  {
    username: requiredText('请输入核对人的用户名', 100),
    password: orElse(rawText(200, { long: '密码过长' }), ''),
    code: orElse(wireText(20), ''),
  },
  { error: '请核对人签字' },
);
/** What the person shows and says. A masked `idNo` that comes back is the stored one. */
export const CashReportBody = z
  .object({
    name: requiredText('请输入姓名', 50),
    contact: requiredPhone('请输入联系方式'),
    idType: z.enum(ID_TYPES, { error: '请选择证件种类' }),
    idNo: requiredText('请输入证件号码', 40).transform((value) => value.normalize('NFKC').toUpperCase()),
    idExpiry: z.union([z.literal(LONG_TERM), wireDay()], { error: '请选择证件有效期' }),
    purpose: requiredText('请输入款项用途', 200),
    checker: Checker,
  })
  .refine(({ idType, idNo }) => idNo.includes('*') || isIdentityNumber(idType, idNo), {
    path: ['idNo'],
    message: '证件号码不正确，请核对',
  });
export type CashReportBody = z.output<typeof CashReportBody>;
