/** The menu follows changed rights within a second, also of a page that nobody touches: a mark of them is looked at. */
import { connectionStore, sessionStore, toast, useSession } from 'root-config/api';
import { useEffect } from 'react';
import { z } from 'zod';
import { loadSession } from './auth.ts';
import { releaseNote } from './release-note.ts';
import { waitAfter } from './rights-wait.ts';

const Answer = z.object({ data: z.object({ mark: z.string() }) });

/** Until it is read: whoever saves first has it still there. */
const noteRelease = releaseNote(() =>
  toast.info('系统已更新，保存后刷新', {
    action: { label: '刷新', run: () => location.reload() },
    until: new Promise(() => undefined),
  }),
);
/** Aside from all other requests: it says nothing of how the house is, and ends no session. Null: not told. */
const markNow = async (): Promise<string | null> => {
  const { token } = sessionStore.get();
  if (token === null) return null;
  const answer = await fetch('/api/v1/session-mark', {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  if (answer === null || !answer.ok) return null;
  noteRelease(answer.headers.get('x-release'));
  const said: unknown = await answer.json().catch(() => null);
  return Answer.safeParse(said).data?.data.mark ?? null;
};
/** What another mark says is loaded anew; false: it could not be. */
const isFollowed = (seen: string | undefined, known: string | undefined): Promise<boolean> => {
  if (known === undefined || seen === known) return Promise.resolve(true);
  return loadSession().then(
    () => true,
    () => false,
  );
};
const isQuiet = (): boolean => {
  const { lost, trouble } = connectionStore.get();
  return document.visibilityState !== 'visible' || lost || trouble !== null || sessionStore.get().stage !== 'in';
};

/** Looks while the window is seen; what another mark says is loaded anew, and the page stays as it is. */
export const useRightsWatch = (): void => {
  const { stage } = useSession();
  useEffect(() => {
    if (stage !== 'in') return undefined;
    let known: string | undefined;
    let misses = 0;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const look = async (): Promise<void> => {
      const seen = isQuiet() ? known : await markNow();
      if (ended) return;
      const isMissed = seen === null || !(await isFollowed(seen, known));
      if (ended) return;
      // What could not be loaded is not known.
      if (!isMissed) known = seen;
      misses = isMissed ? misses + 1 : 0;
      timer = setTimeout(() => void look(), waitAfter(misses));
    };
    timer = setTimeout(() => void look(), 0);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [stage]);
};
