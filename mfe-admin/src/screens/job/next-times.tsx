/** When a job would run next, told while its line is typed (R119). */
import { NextTimes } from 'projections/jobs/contract';
import { messageOf, useRecord } from 'root-config/api';
import { moment } from 'root-config/ui';
import { useEffect, useState } from 'react';
import { JOB_PATH } from 'services/jobs/contract';

const PAUSE_MS = 400;
/** To the second, where a line has seconds. */
const timeText = (at: string): string => {
  const seconds = new Date(at).getSeconds();
  return seconds === 0 ? moment(at) : `${moment(at)}:${String(seconds).padStart(2, '0')}`;
};
const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
};

export const NextRuns = ({ line }: { readonly line: string }) => {
  const typed = usePaused(line.trim());
  const { record, error } = useRecord(
    typed === '' ? null : `${JOB_PATH}/next?cronExpression=${encodeURIComponent(typed)}`,
    NextTimes,
  );
  const words = error === null ? (record?.list ?? []).map(timeText).join('、') : messageOf(error);
  return (
    <p role="status">
      {typed === '' ? '输入cron表达式后，这里显示最近五次执行时间。' : `最近五次执行：${words || '…'}`}
    </p>
  );
};
