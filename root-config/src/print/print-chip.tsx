/** In the top bar while labels wait: how many, whether somebody is needed, and the queue behind it. */
import { toast, useStore } from 'root-config/api';
import { Button, Dialog } from 'root-config/ui';
import { useEffect, useRef, useState } from 'react';
import { PrintStatus } from './print-status.tsx';
import { PrinterDialog } from './printer-dialog.tsx';
import type { PrintQueue, PrintStatus as Status } from './print-queue.ts';
import { printQueue } from './service.ts';

const wordsOf = ({ connection, waiting, doubt, halted }: Status): string => {
  const count = waiting + (doubt === null ? 0 : 1);
  if (doubt !== null || halted !== null) return `打印需处理 ${count}`;
  return connection === 'connected' ? `打印中 ${count}` : `待打印 ${count}`;
};
/** 打印成功！ once, when the last label of this page is out. */
const useSuccess = ({ waiting, doubt, printed, report }: Status): void => {
  const told = useRef(printed);
  useEffect(() => {
    if (waiting > 0 || doubt !== null || printed === told.current) return;
    toast.success(`打印成功！共 ${printed - told.current} ${report ? '份单据' : '张标签'}`);
    told.current = printed;
  }, [waiting, doubt, printed, report]);
};
const Ready = ({ queue }: { readonly queue: PrintQueue }) => {
  const status = useStore(queue.status);
  const [shown, setShown] = useState<'queue' | 'printer' | null>(null);
  useSuccess(status);
  const idle = status.waiting === 0 && status.doubt === null;
  const needed = status.doubt !== null || status.halted !== null;
  return (
    <>
      {idle ? null : (
        <Button size="small" variant={needed ? 'danger' : 'default'} onClick={() => setShown('queue')}>
          {wordsOf(status)}
        </Button>
      )}
      {shown === 'queue' ? (
        <Dialog
          title="打印队列"
          width="min(420px, 100vw)"
          onClose={() => setShown(null)}
          footerButtons={[
            { content: '打印机设置', onClick: () => setShown('printer') },
            { content: '关闭', onClick: () => setShown(null) },
          ]}
        >
          <PrintStatus />
        </Dialog>
      ) : null}
      {shown === 'printer' ? <PrinterDialog onClose={() => setShown('queue')} /> : null}
    </>
  );
};

export const PrintChip = () => {
  const [queue, setQueue] = useState<PrintQueue | null>(null);
  useEffect(() => {
    let current = true;
    void printQueue().then((ready) => current && setQueue(ready));
    return () => void (current = false);
  }, []);
  return queue === null ? null : <Ready queue={queue} />;
};
