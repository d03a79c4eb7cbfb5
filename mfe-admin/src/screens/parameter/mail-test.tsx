/** 测试邮件: one letter by the server that the installation names; what it says is told (R126). */
import { FormDialog } from 'root-config/ui';
import { MAIL_TEST_PATH, type MailTrial } from 'services/system/contract';

export const MailTest = ({ onClose }: { readonly onClose: () => void }) => (
  <FormDialog<MailTrial>
    title="测试邮件"
    mode="add"
    width={500}
    path={MAIL_TEST_PATH}
    draft={false}
    buttons={[{ name: 'send', label: '发送', variant: 'primary' }]}
    sections={[
      {
        columns: 1,
        fields: [{ kind: 'text', name: 'email', label: '邮箱地址', required: true, maxLength: 50 }],
      },
    ]}
    onClose={onClose}
  />
);
