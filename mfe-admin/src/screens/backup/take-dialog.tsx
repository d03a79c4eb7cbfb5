/** 下载备份: who takes one along proves once more who he is; it leaves the house encrypted (R145). */
import { client } from 'root-config/api';
import { FormDialog, closing, type ScreenHandle } from 'root-config/ui';
import { BACKUP_PATH, BackupTicket, type BackupRow } from 'services/backup/contract';

type Values = { readonly password: string; readonly code: string };
type Props = { readonly row: BackupRow; readonly screen: ScreenHandle };
export const TakeDialog = ({ row: { name }, screen }: Props) => {
  const take = async ({ password, code }: Values, key: string): Promise<void> => {
    const headers = { 'Idempotency-Key': key };
    const given = await client.post(`${BACKUP_PATH}/ticket`, { name, password, code }, { headers });
    const { ticket, fileName } = BackupTicket.parse(given);
    await client.download(`${BACKUP_PATH}/file`, { ticket }, fileName);
  };
  return (
    <FormDialog<Values>
      title="下载备份"
      mode="add"
      width={500}
      draft={false}
      initial={{ password: '', code: '' }}
      save={(values, { key }) => take(values, key)}
      sections={[
        {
          columns: 1,
          fields: [
            {
              kind: 'password',
              name: 'password',
              label: '登录密码',
              hint: '备份里有全部客户、单据和账号，下载前请再验证一次身份；下载的文件是加密的，用备份口令或私钥打开',
            },
            { kind: 'text', name: 'code', label: '验证码', maxLength: 20, hint: '启用了两步验证的，只填验证码' },
          ],
        },
      ]}
      buttons={[{ name: 'save', label: '下载', variant: 'primary' }]}
      {...closing(screen)}
    />
  );
};
