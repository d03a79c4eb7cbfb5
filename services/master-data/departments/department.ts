/** A department (S2§2.8, §3, §5): wire shapes. */
import { z } from 'zod';
import { RecordId } from '../../contracts/ids.ts';
import { MAIL_SHAPE, MAIL_WRONG } from '../../contracts/mail-shape.ts';
import { mobileText } from '../../contracts/phone.ts';
import { patternText, wireWhole } from '../../contracts/values.ts';
import { Moments, Status, locked, required } from '../fields.ts';

const PHONE = /^1\d{10}$/;
/** '' or as the schema says. */
const orBlank = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.preprocess((value) => value ?? '', z.union([z.literal(''), schema]));

/** 0: at the root. */
const parentId = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.union([z.literal(0), RecordId], { error: '上级部门不能为空' }),
);
const sort = wireWhole('sort', '部门顺序不能为空');
const phone = mobileText(undefined, PHONE);
const email = patternText(MAIL_SHAPE, MAIL_WRONG);
export const DepartmentBody = z.object({
  parentId,
  deptName: required('部门名称不能为空', 50),
  sort,
  leader: required('负责人不能为空', 20),
  phone: orBlank(phone),
  email: orBlank(email),
  status: Status.default('2'),
});
export type DepartmentBody = z.infer<typeof DepartmentBody>;
/** What is absent stays as it is. */
export const DepartmentEdit = z.object({
  parentId: parentId.optional(),
  deptName: locked('部门名称不能为空', 50),
  sort: sort.optional(),
  leader: locked('负责人不能为空', 20),
  phone: z.union([z.literal(''), phone]).optional(),
  email: z.union([z.literal(''), email]).optional(),
  status: Status.optional(),
});
export type DepartmentEdit = z.infer<typeof DepartmentEdit>;

const Department = z.object({
  deptId: z.int(),
  parentId: z.int(),
  deptName: z.string(),
  sort: z.int(),
  leader: z.string(),
  phone: z.string(),
  email: z.string(),
  status: z.string(),
  ...Moments,
});
export type Department = z.infer<typeof Department>;
export { Department as DepartmentRow };

/** With all below. */
export type DepartmentNode = Department & { readonly children: readonly DepartmentNode[] };
export const DepartmentNode: z.ZodType<DepartmentNode> = z.lazy(() =>
  Department.extend({ children: z.array(DepartmentNode) }),
);
