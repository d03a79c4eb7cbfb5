import { useEffect, useRef } from 'react';
import { useAppConfig, useLocation, useNavigate, useSession } from 'root-config/api';
import { Dialog } from 'root-config/ui';
import { signOut } from './auth.ts';
import { Gem } from './icons.tsx';
import { preloadLanding } from './micro-frontends.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in.module.css';

/** After the page stands and asks for nothing any more. */
const PRELOAD_AFTER_MS = 600;
const DEFAULT_NAME = '珠宝管理系统';
export const useSystemName = (): string => useAppConfig()['sys_app_name'] || DEFAULT_NAME;

/** The address to go to after signing in: `redirect`, else the root, keeping the other parameters (S2§2). */
export const afterSignIn = (search: string): string => {
  const params = new URLSearchParams(search);
  const wanted = params.get('redirect') ?? '/';
  params.delete('redirect');
  // Only pages of this site: "//host" and "/\host" would leave it.
  const path = /^\/(?![/\\])/.test(wanted) && !wanted.startsWith('/login') ? wanted : '/';
  const rest = params.toString();
  return rest === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${rest}`;
};

export const SignInPage = () => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const config = useAppConfig();
  const name = useSystemName();
  const here = pathname === '/login';
  useEffect(() => {
    if (here) return;
    const params = new URLSearchParams(search);
    if (pathname !== '/' && pathname !== '/index') params.set('redirect', pathname);
    const rest = params.toString();
    void navigate(`/login${rest === '' ? '' : `?${rest}`}`, { replace: true });
  }, [here, navigate, pathname, search]);
  useEffect(() => {
    const [landing = '/'] = afterSignIn(here ? search : `?redirect=${encodeURIComponent(pathname)}`).split('?');
    const soon = setTimeout(() => void preloadLanding(landing), PRELOAD_AFTER_MS);
    return () => clearTimeout(soon);
  }, [here, pathname, search]);
  useEffect(() => {
    document.title = `登录 · ${name}`;
  }, [name]);
  return (
    <div className={styles['page']}>
      <main className={styles['card']}>
        <div className={styles['brand']}>
          {config['sys_app_logo'] ? <img src={config['sys_app_logo']} alt="" height={48} /> : <Gem size={44} />}
          <h1>{name}</h1>
        </div>
        <SignInForm onDone={() => void navigate(afterSignIn(here ? search : ''), { replace: true })} />
      </main>
      <footer className={styles['foot']}>
        {config['beian'] && (
          <a href="https://beian.miit.gov.cn/" target="_blank" rel="noreferrer">
            {config['beian']}
          </a>
        )}
      </footer>
    </div>
  );
};

/** Sign-in over the page: everything typed below stays, and requests that waited go on. */
export const SignInAgain = () => {
  const { user } = useSession();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      title="登录已失效，请重新登录"
      width="medium"
      initialFocusRef={field}
      onClose={() => undefined}
      renderHeader={({ dialogLabelId }) => (
        <Dialog.Header>
          <Dialog.Title id={dialogLabelId}>登录已失效，请重新登录</Dialog.Title>
        </Dialog.Header>
      )}
    >
      <p className={styles['again']}>页面上已输入的内容都保留着，登录后自动继续。</p>
      <SignInForm {...(user ? { fixedUser: user.userName } : {})} passwordRef={field} onDone={() => undefined} />
      <p className={styles['again']}>
        <button type="button" className={styles['other']} onClick={() => void signOut()}>
          换一个账号登录（放弃未保存的内容）
        </button>
      </p>
    </Dialog>
  );
};
