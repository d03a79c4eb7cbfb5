import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { client, queryClient, toast } from 'root-config/api';
import styles from './frame.module.css';

const PATH = '/demo-progress';
const EVERY_MS = 1_000;
const Progress = z.object({ running: z.boolean(), percent: z.number(), text: z.string() });

/** How far the demo data is, while it is being made; then a message, and the lists show what came. */
export const DemoProgress = () => {
  const { data } = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) => Progress.parse(await client.get(PATH, {}, { signal })),
    refetchInterval: ({ state }) => (state.data?.running ? EVERY_MS : false),
    staleTime: Infinity,
    retry: false,
  });
  const ran = useRef(false);
  const running = data?.running === true;
  useEffect(() => {
    if (running) ran.current = true;
    else if (ran.current && data) {
      ran.current = false;
      toast.success(data.text || '演示数据已准备好');
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => path !== PATH });
    }
  }, [running, data]);
  if (!running) return null;
  const { percent, text } = data;
  return (
    <div className={styles['job']}>
      <span role="status">{text || '正在准备演示数据'}</span>
      <span className={styles['jobBar']} role="progressbar" aria-label="演示数据" aria-valuenow={percent}>
        <i style={{ width: `${percent}%` }} />
      </span>
      <span>{percent}%</span>
    </div>
  );
};
