/** 拥有的用户: who has a role (R126). */
import { messageOf, useRecord } from 'root-config/api';
import { FailedState, SkeletonBox, StatusLabel, count } from 'root-config/ui';
import { pageOf } from 'services/contracts/envelope';
import { RoleHolder } from 'services/system/contract';

/** More are looked for in the list of users. */
const SHOWN = 200;
const Holders = pageOf(RoleHolder);
const DISABLED = { '1': { text: '停用', tone: 'neutral' } } as const;

export const RoleHolders = ({ roleId }: { readonly roleId: number }) => {
  const { record, error, retry } = useRecord(`/role/${roleId}/users`, Holders, { pageSize: SHOWN });
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height="64px" />;
  if (record.count === 0) return <p>还没有用户拥有该角色。</p>;
  return (
    <>
      <p>
        共 {count(record.count)} 人{record.count > SHOWN ? `，只列出前 ${SHOWN} 人` : ''}
      </p>
      <ul aria-label="拥有该角色的用户">
        {record.list.map(({ id, nickName, username, deptName, status }) => (
          <li key={id}>
            {nickName}（{username}）{deptName}{' '}
            {status === '2' ? null : <StatusLabel value={status} labels={DISABLED} />}
          </li>
        ))}
      </ul>
    </>
  );
};
