/** What a body says of a user (S2§5): its fields, and the columns that keep them. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { emailText } from '../contracts/mail.ts';
import { MAIL_WRONG } from '../contracts/mail-shape.ts';
import { NewPassword } from './new-password.ts';
import { UserForm } from './user-fields.ts';

export const UserFields = UserForm.extend({ email: emailText(50, MAIL_WRONG, '邮箱地址不能为空') });
export const NewUser = UserFields.extend({ password: NewPassword });
/** A console sends back the whole record, another caller what it changes: what is absent stays as it is (R102). */
export const UserEdit = UserFields.partial().extend({ userId: RecordId });
export type UserEdit = z.infer<typeof UserEdit>;
/** What everybody changes of himself. */
export const OwnProfile = UserFields.pick({ nickName: true, phone: true, email: true, sex: true });
const OWN: ReadonlySet<string> = new Set(OwnProfile.keyof().options);
/** The profile of a console sends its form to the same address, without a number: whoever is signed in is meant. */
export const UserPut = UserEdit.partial({ userId: true }).superRefine((body, context) => {
  if (body.userId !== undefined) return;
  if (Object.entries(body).every(([name, value]) => value === undefined || OWN.has(name))) return;
  context.addIssue({ code: 'custom', path: ['userId'], message: '请输入数字' });
});
export const rolesOf = ({ roleIds, roleId }: Pick<UserEdit, 'roleIds' | 'roleId'>): readonly number[] | undefined =>
  roleIds ?? (roleId == null ? undefined : [roleId]);

/** A first role that is not the stored one takes its place and leaves the others; else the list counts (R102). */
export const rolesAfter = (body: UserEdit, stored: readonly number[]): number[] | undefined => {
  const { roleId, roleIds } = body;
  if (roleId == null || roleId === stored[0]) return roleIds;
  return [roleId, ...stored.slice(1).filter((id) => id !== roleId)];
};

const given = <Columns extends object>(columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Columns;
/** Columns of the fields that were sent. */
export const columnsOf = (body: Omit<UserEdit, 'userId'>) =>
  given({
    username: body.username,
    nick_name: body.nickName,
    phone: body.phone,
    email: body.email,
    dept_id: body.deptId,
    sex: body.sex,
    status: body.status,
    remark: body.remark,
    post_id: body.postId,
    role_ids: rolesOf(body),
    lock_shops: body.lockShops,
  });
