import { useEffect, useState } from 'react';
import {
  BrowserRouter,
  Notice,
  isBare,
  isPublic,
  messageOf,
  useLocation,
  useNavigate,
  useSession,
} from 'root-config/api';
import { keepSignedIn, loadSession } from './auth.ts';
import { forgiveDoubleClicks } from './double-click.ts';
import { Frame } from './frame.tsx';
import { countEnterOnce } from './enter-repeat.ts';
import { moveIn } from './micro-frontends.ts';
import { ForcedPasswordPage } from './lazy-password.tsx';
import { useRightsWatch } from './rights-watch.ts';
import { SignInAgain, SignInPage, afterSignIn } from './sign-in-page.tsx';
import { StrangerHere } from './stranger-here.tsx';
import { Toaster } from './toaster.tsx';
import { WordRequests } from './words/lazy-words.tsx';

const BarePage = () => {
  useEffect(() => void moveIn(), []);
  return <div id="mfe-root" />;
};

/** Tries the stored token; the page waits with its skeleton, or says why it cannot go on. */
const Opening = () => {
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    loadSession().catch((error: unknown) => current && setFailure(messageOf(error)));
    return () => void (current = false);
  }, [attempt]);
  if (failure === null)
    return (
      <p role="status" css={{ padding: '96px 16px', textAlign: 'center', color: 'var(--fgColor-muted)' }}>
        正在打开…
      </p>
    );
  const retry = (): void => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  return <Notice title="暂时打不开" text={failure} action="重试" onAction={retry} />;
};

/** /redirect/x?y leads to /x?y, within this house (S2§2.27). */
const redirectOf = (pathname: string, search: string): string | undefined => {
  const [, path] = /^\/redirect\/+(.*)$/.exec(pathname) ?? [];
  return path === undefined ? undefined : `/${path}${search}`;
};
const SignedIn = () => {
  const { stage, user, stranger } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const elsewhere = { '/': '/index', '/login': afterSignIn(search) }[pathname] ?? redirectOf(pathname, search);
  useRightsWatch();
  useEffect(keepSignedIn, []);
  useEffect(forgiveDoubleClicks, []);
  useEffect(countEnterOnce, []);
  useEffect(() => {
    if (elsewhere !== undefined) void navigate(elsewhere, { replace: true });
  }, [elsewhere, navigate]);
  if (user?.mustChangePassword) return <ForcedPasswordPage />;
  if (elsewhere !== undefined) return null;
  return (
    <>
      {isBare(pathname) ? <BarePage /> : <Frame />}
      <WordRequests />
      {stranger?.user ? <StrangerHere stranger={stranger.user} /> : stage === 'lost' && <SignInAgain />}
    </>
  );
};

const Stage = () => {
  const { stage } = useSession();
  const { pathname } = useLocation();
  if (isPublic(pathname)) return <BarePage />;
  if (stage === 'unknown') return <Opening />;
  return stage === 'out' ? <SignInPage /> : <SignedIn />;
};

export const Shell = () => (
  <BrowserRouter>
    <Stage />
    <Toaster />
  </BrowserRouter>
);
