/** A password is changed rarely: its form loads when somebody does. */
import { Notice } from 'root-config/api';
import { Dialog, FailedState, lazily } from 'root-config/ui';

const NOT_LOADED = '请检查网络后重试。';
const load = () => import('./password-form.tsx');

export const ForcedPasswordPage = lazily<object>(
  async () => (await load()).ForcedPasswordPage,
  (_props, retry) => retry && <Notice title="暂时打不开" text={NOT_LOADED} action="重试" onAction={retry} />,
);
export const PasswordDialog = lazily<{ onClose: () => void; disowns?: string }>(
  async () => (await load()).PasswordDialog,
  ({ onClose }, retry) => (
    <Dialog title="修改密码" width="medium" onClose={onClose}>
      {retry && <FailedState message={NOT_LOADED} onRetry={retry} />}
    </Dialog>
  ),
);
