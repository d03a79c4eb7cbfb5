/** The log is not the one that the read models were made of: why, and the way out. Nothing is shown while it is. */
import { LogState, logState } from 'projections/log-state/contract';
import { useCan, useRecord } from 'root-config/api';
import { Button, confirm, runCommand } from 'root-config/ui';

const rebuild = async (): Promise<unknown> => {
  const text =
    '是否按现在的事件日志重建全部读模型？现在的日志里没有的单据将不再显示，原来的读模型保留在旁。请先确认不是连错了日志。';
  return (
    (await confirm({ title: '重建', text, ok: '重建' })) &&
    runCommand({ method: 'POST', path: `${logState.path}/rebuild`, body: {}, views: [logState.path] })
  );
};

export const RebuildLog = () =>
  useCan('admin:sysReadModel:retry') ? (
    <Button variant="danger" onClick={() => void rebuild()}>
      按现在的日志重建
    </Button>
  ) : null;

export const OtherLog = () => {
  const { record } = useRecord(logState.path, LogState);
  if (record === null || record.same) return null;
  return (
    <div role="alert">
      <p>{record.reason}</p>
      <RebuildLog />
    </div>
  );
};
