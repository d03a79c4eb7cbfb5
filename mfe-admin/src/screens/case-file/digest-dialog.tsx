/** 摘要: what an archive is known by again, to be compared by eye or by a phone's camera. */
import { useQuery } from '@tanstack/react-query';
import { Dialog, SkeletonBox } from 'root-config/ui';
import type { CaseFileRow } from 'services/log-seal/case-file/contract';
import { inEights } from '../log-seal/paper.ts';

const QR_PX = 180;
const useQr = (text: string): string | undefined =>
  useQuery({
    queryKey: ['qr', text],
    queryFn: async () => (await import('root-config/print')).qrPicture(text),
    staleTime: Infinity,
  }).data;

export const DigestDialog = ({ row, onClose }: { readonly row: CaseFileRow; readonly onClose: () => void }) => {
  const qr = useQr(row.digest);
  return (
    <Dialog title="文件摘要" width="large" onClose={onClose}>
      <p>
        {row.about}：{row.events} 个事件，日志封印第 {row.seal} 号。收到的文件，SHA-256 应与此相同。
      </p>
      <p>
        <code>{inEights(row.digest)}</code>
      </p>
      {qr === undefined ? (
        <SkeletonBox height={QR_PX} width={QR_PX} />
      ) : (
        <img src={qr} alt="文件摘要的二维码" width={QR_PX} height={QR_PX} />
      )}
    </Dialog>
  );
};
