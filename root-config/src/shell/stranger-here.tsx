/** Another user signed in where this window was remembered: whose it is from now on is chosen before anything is saved (R151). */
import { useRef, useState } from 'react';
import { messageOf, stayOneself, useSession, type UserInfo } from 'root-config/api';
import { Button, Dialog } from 'root-config/ui';
import { continueAsStranger } from './auth.ts';
import styles from './sign-in.module.css';

const nameOf = ({ name, userName }: UserInfo): string => (name === '' ? userName : name);

export const StrangerHere = ({ stranger }: { stranger: UserInfo }) => {
  const { user } = useSession();
  const first = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const goOn = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    await continueAsStranger().catch((error: unknown) => setProblem(messageOf(error)));
    setBusy(false);
  };
  const other = nameOf(stranger);
  const account = other === stranger.userName ? '' : `（${stranger.userName}）`;
  const own = user === null ? '' : nameOf(user);
  const title = `已由${other}登录`;
  return (
    <Dialog
      title={title}
      width="large"
      initialFocusRef={first}
      onClose={() => undefined}
      renderHeader={({ dialogLabelId }) => (
        <Dialog.Header>
          <Dialog.Title id={dialogLabelId}>{title}</Dialog.Title>
        </Dialog.Header>
      )}
    >
      <div data-scanner="off">
        <p className={styles['again']}>
          {`本窗口原来是${own}在用，${other}${account}在这台设备的另一个窗口登录了。已输入的内容都保留着；选择之前什么都不会保存。`}
        </p>
        <div className={styles['choice']}>
          <Button ref={first} onClick={stayOneself}>{`我是${own}，重新登录`}</Button>
          <Button variant="primary" loading={busy} onClick={() => void goOn()}>{`以${other}继续`}</Button>
        </div>
        <p role="alert" className={styles['again']}>
          {problem}
        </p>
      </div>
    </Dialog>
  );
};
