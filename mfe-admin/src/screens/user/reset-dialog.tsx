/** 重置密码, and the end of waiting for whoever typed it wrong too often (R115). */
import { client } from 'root-config/api';
import { FormDialog, SkeletonBox, closing, runCommand, type ScreenHandle } from 'root-config/ui';
import type { UserRow } from 'services/system/contract';
import { useInitialPassword } from './initial-password.ts';
import { lengthHint, lengthProblems } from './password-length.ts';
import { usePasswordRule } from './password-rule.ts';

type Values = { readonly password: string };
type Props = { readonly row: UserRow; readonly screen: ScreenHandle };
export const ResetDialog = ({ row, screen }: Props) => {
  const initial = useInitialPassword();
  const rule = usePasswordRule(row.roleIds);
  if (initial === null) return <SkeletonBox height={1} />;
  const unlock = () => runCommand({ method: 'PUT', path: '/user/unlock', body: { userId: row.userId }, views: [] });
  return (
    <FormDialog<Values>
      title={`重置“${row.username}”的密码`}
      mode="add"
      width={500}
      draft={false}
      initial={{ password: initial }}
      check={({ password }) => lengthProblems(rule, password)}
      save={({ password }, { key }) =>
        client.put('/user/pwd/reset', { userId: row.userId, password }, { headers: { 'Idempotency-Key': key } })
      }
      sections={[
        {
          columns: 1,
          fields: [
            {
              kind: 'text',
              name: 'password',
              label: '新密码',
              required: true,
              maxLength: 20,
              hint: lengthHint(rule, '该用户会退出登录，下次登录时须自己换一个密码；因输错次数过多的限制也一并解除'),
            },
          ],
        },
      ]}
      buttons={[
        { name: 'save', label: '重置密码', variant: 'primary' },
        { name: 'unlock', label: '只解除登录限制', press: () => void unlock() },
      ]}
      {...closing(screen)}
    />
  );
};
