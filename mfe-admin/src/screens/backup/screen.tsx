/** 备份: what archives there are, whether each was opened again and counted, and one made now. */
import { refreshViews, sendOnce, useWatched } from 'root-config/api';
import {
  Label,
  StatusLabel,
  columnsOf,
  confirm,
  listScreen,
  moment as shownMoment,
  number,
  runCommand,
  type Tone,
} from 'root-config/ui';
import { useEffect, useRef } from 'react';
import { BACKUP_KEY, BACKUP_PATH, BackupState, backupList, type BackupRow } from 'services/backup/contract';
import { TakeDialog } from './take-dialog.tsx';

const STATE_PATH = `${BACKUP_PATH}/state`;
const OLD_HOURS = 36;
const KB = 1024;
const sized = (bytes: number): string => {
  const units = ['B', 'KB', 'MB', 'GB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KB)));
  return `${(bytes / KB ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit] ?? ''}`;
};
const CHECKED: Readonly<Record<string, { readonly text: string; readonly tone: Tone }>> = {
  yes: { text: '已核对', tone: 'success' },
  no: { text: '未核对', tone: 'attention' },
};

/** Without one the list says so itself. */
const ageOf = ({ ageHours }: BackupState): string =>
  ageHours === null
    ? ''
    : `最近一份备份是${ageHours < 1 ? '一小时之内' : `${ageHours} 小时前`}的${ageHours > OLD_HOURS ? '，请检查任务“数据备份”' : ''}。`;
const isRunning = ({ running }: BackupState): boolean => running;
const Now = () => {
  const { data } = useWatched(STATE_PATH, BackupState, { running: isRunning });
  const running = data !== undefined && isRunning(data);
  const ran = useRef(running);
  useEffect(() => {
    // A run that ended has a row more.
    if (ran.current && !running) void refreshViews([BACKUP_PATH]);
    ran.current = running;
  }, [running]);
  if (data === undefined) return null;
  return (
    <p role="status">
      {data.running ? (
        <>
          <progress aria-label="备份进度" /> 正在备份{data.said === '' ? '…' : `：${data.said}`}
        </>
      ) : (
        <>
          {data.failed ? (
            <>
              <Label variant="danger">上次备份失败</Label> {data.said}。
            </>
          ) : null}{' '}
          {ageOf(data)}
        </>
      )}
    </p>
  );
};

const run = (): Promise<boolean> =>
  runCommand({ method: 'POST', path: `${BACKUP_PATH}/run`, body: {}, views: [BACKUP_PATH] });
const remove = async ({ name }: BackupRow): Promise<boolean> => {
  if (!(await confirm({ text: `确认删除备份 ${name}？删除后不能恢复到这份备份。`, danger: true }))) return false;
  return sendOnce({ method: 'DELETE', path: BACKUP_PATH, body: { name }, views: [BACKUP_PATH] });
};
const { text, moment, count } = columnsOf(backupList);

export default listScreen(backupList, {
  title: '备份',
  permission: `${BACKUP_KEY}:list`,
  rowKey: 'name',
  latestDay: false,
  empty: '还没有备份。每天凌晨 3:00 自动备份事件、主数据与图片，也可以立即备份；营业不受影响。',
  filters: [],
  columns: [
    moment('at', '备份时间', { width: 170 }),
    count('size', '大小', { width: 100, render: ({ size }: BackupRow) => sized(size) }),
    count('events', '事件', { width: 110 }),
    count('rows', '主数据行', { width: 110 }),
    count('pictures', '图片文件', { width: 100 }),
    moment('checkedAt', '核对', {
      width: 110,
      render: ({ checkedAt }: BackupRow) => <StatusLabel value={checkedAt === '' ? 'no' : 'yes'} labels={CHECKED} />,
    }),
    text('encrypted', '加密', { width: 80, render: ({ encrypted }: BackupRow) => (encrypted ? '是' : '否') }),
    text('name', '文件', { width: 320 }),
  ],
  above: () => <Now />,
  toolbar: [{ label: '立即备份', primary: true, allow: `${BACKUP_KEY}:run`, run }],
  actions: [
    {
      label: '下载',
      main: true,
      reads: true,
      allow: `${BACKUP_KEY}:download`,
      open: (row, screen) => <TakeDialog row={row} screen={screen} />,
    },
    { label: '删除', danger: true, allow: `${BACKUP_KEY}:remove`, run: remove },
  ],
  card: (row) => ({
    title: shownMoment(row.at),
    subtitle: sized(row.size),
    facts: [
      ['事件', number(row.events)],
      ['核对', row.checkedAt === '' ? '未核对' : '已核对'],
      ['加密', row.encrypted ? '是' : '否'],
    ],
  }),
});
