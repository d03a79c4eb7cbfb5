/** The fields of a user as a form judges them (S2§5): passwords and the whole grammar of addresses stay with the server. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { MAIL_SHAPE, MAIL_WRONG } from '../contracts/mail-shape.ts';
import { clearName } from '../contracts/plain-name.ts';
import { mobileText } from '../contracts/phone.ts';
import { patternText, requiredText, wireText } from '../contracts/values.ts';

const idList = z.array(RecordId).max(200);
export const UserStatus = z
  .union([z.enum(['1', '2']), z.literal(1), z.literal(2)], { error: '状态不正确' })
  .transform(String);

export const UserForm = z.object({
  username: clearName('登录名称不能为空', 50),
  nickName: requiredText('用户名称不能为空', 50),
  phone: mobileText('手机号码不能为空'),
  email: patternText(MAIL_SHAPE, MAIL_WRONG),
  deptId: RecordId,
  sex: z
    .union([z.enum(['0', '1']), z.literal(0), z.literal(1)])
    .transform(String)
    .optional(),
  status: UserStatus.optional(),
  remark: wireText(200).optional(),
  postId: RecordId.nullish(),
  roleId: RecordId.nullish(),
  roleIds: idList.optional(),
  lockShops: idList.optional(),
});
