/** 登录设备: one's own sign-ins, and the end of one that is a stranger's (R115). */
import { messageOf, useRecord } from 'root-config/api';
import { Button, FailedState, Label, SkeletonBox, confirm, moment, runCommand } from 'root-config/ui';
import { SessionRow } from 'services/system/contract';
import { z } from 'zod';

const Own = z.object({ list: z.array(SessionRow) });
const PATH = '/user/session';
const end = async (id: string): Promise<boolean> => {
  const asked = { text: '确认要结束这个会话吗？那台设备须重新登录。', ok: '结束会话', danger: true };
  if (!(await confirm(asked))) return false;
  return runCommand({ method: 'DELETE', path: PATH, body: { ids: [id] }, views: [] });
};
export const OwnSessions = () => {
  const { record, error, retry } = useRecord(PATH, Own, { pageSize: 100 });
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height={120} />;
  return (
    <ul className="profile-sessions">
      {record.list.map(({ id, browser, os, ipaddr, startedAt, endsAt, current }) => (
        <li key={id}>
          <div>
            <strong>{[browser, os].filter(Boolean).join(' · ') || '未知设备'}</strong>{' '}
            {current && <Label>本次登录</Label>}
            <p>
              {ipaddr}，{moment(startedAt)} 登录，{moment(endsAt)} 到期
            </p>
          </div>
          {!current && (
            <Button size="small" variant="danger" onClick={() => void end(id).then((done) => done && retry())}>
              结束会话
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
};
