/** 角色要求: whose people must sign in with a second step. */
import { useQuery } from '@tanstack/react-query';
import { can, client, messageOf } from 'root-config/api';
import { Dialog, FailedState, SkeletonBox, ToggleSwitch, runCommand } from 'root-config/ui';
import { RoleSafety } from 'services/system/contract';
import { z } from 'zod';

const PATH = '/user-safety/roles';
const Roles = z.array(RoleSafety);
const line = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  padding: '6px 0',
  borderBottom: '1px solid var(--borderColor-muted)',
} as const;

type Props = { readonly onClose: () => void; readonly onChanged: () => void };
export const RoleDemands = ({ onClose, onChanged }: Props) => {
  const roles = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) => Roles.parse(await client.get(PATH, {}, { signal })),
  });
  const demand = async ({ id, demands }: RoleSafety): Promise<void> => {
    const body = { roleId: id, secondFactor: demands ? '1' : '2' };
    if (!(await runCommand({ method: 'PUT', path: '/user-safety/role', body, views: [PATH] }))) return;
    await roles.refetch();
    onChanged();
  };
  return (
    <Dialog title="角色要求" width="large" onClose={onClose}>
      <p className="ui-hint">被要求的角色，其用户下次登录时必须绑定身份验证器。</p>
      {roles.isPending ? <SkeletonBox height={160} /> : null}
      {roles.error === null ? null : (
        <FailedState message={messageOf(roles.error)} onRetry={() => void roles.refetch()} />
      )}
      <ul css={{ listStyle: 'none', margin: 0, padding: 0 }} aria-label="角色">
        {(roles.data ?? []).map((role) => (
          <li key={role.id} css={line}>
            <span id={`role-${role.id}`}>
              {role.name}（{role.users} 人）要求两步验证
            </span>
            <ToggleSwitch
              size="small"
              aria-labelledby={`role-${role.id}`}
              buttonLabelOn="是"
              buttonLabelOff="否"
              checked={role.demands}
              disabled={!can('admin:sysRole:update')}
              onClick={() => void demand(role)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
