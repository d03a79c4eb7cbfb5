/** 测试短信: one message by the provider that the installation names; what the provider says is told (R126). */
import { FormDialog } from 'root-config/ui';
import { SMS_TEST_PATH, SmsTrial } from 'services/system/contract';

export const SmsTest = ({ onClose }: { readonly onClose: () => void }) => (
  <FormDialog<SmsTrial>
    title="测试短信"
    mode="add"
    width={500}
    path={SMS_TEST_PATH}
    schema={SmsTrial}
    draft={false}
    buttons={[{ name: 'send', label: '发送', variant: 'primary' }]}
    sections={[
      {
        columns: 1,
        fields: [
          {
            kind: 'text',
            name: 'phone',
            label: '手机号码',
            required: true,
            maxLength: 11,
            hint: '按登录短信的模板发送一条，验证码为00000',
          },
        ],
      },
    ]}
    onClose={onClose}
  />
);
