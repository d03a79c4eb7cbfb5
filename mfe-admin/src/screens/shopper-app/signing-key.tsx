/** The key that signs the QR of bills and labels: since when, and a new one (R162). */
import { messageOf, useRecord } from 'root-config/api';
import { Button, FailedState, SkeletonBox, confirm, runCommand } from 'root-config/ui';
import { KEYS_PATH, WarrantyKeyRow } from 'services/warranty/contract';
import { z } from 'zod';

const Keys = z.array(WarrantyKeyRow);
const renew = async (): Promise<boolean> => {
  const text =
    '确认更换质保单的签名密钥吗？已经打印的质保单和标签仍可验证，新打印的用新密钥。密钥可能泄露时才需要更换，已下载的离线验真文件请重新下载。';
  if (!(await confirm({ title: '更换签名密钥', text, ok: '更换' }))) return false;
  return runCommand({ method: 'POST', path: `${KEYS_PATH}/renew`, body: {}, views: [] });
};
const wordsOf = (keys: readonly WarrantyKeyRow[]): string => {
  const [now] = keys;
  if (now === undefined) return '还没有密钥，第一次打印带质保二维码的单据或标签时自动生成。';
  const earlier = keys.length === 1 ? '' : `，以前的 ${keys.length - 1} 个仍可验证`;
  return `现用密钥 ${now.id}，自 ${now.from} 起${earlier}。`;
};
export const SigningKey = ({ mayChange }: { readonly mayChange: boolean }) => {
  const { record, error, retry } = useRecord(KEYS_PATH, Keys);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height={64} />;
  return (
    <section className="shopper-app-key" aria-label="质保二维码">
      <h3>质保二维码</h3>
      <p>{wordsOf(record)}</p>
      {mayChange && record.length > 0 ? (
        <Button onClick={() => void renew().then((done) => done && retry())}>更换签名密钥</Button>
      ) : null}
    </section>
  );
};
