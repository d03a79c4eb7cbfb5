import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

export type Lazily<P> = ((props: P) => ReactNode) & {
  /** Loads ahead of time; a failure is tried again when it is needed. */
  readonly preload: () => Promise<unknown>;
};
type Placeholder<P> = (props: P, retry: (() => void) | undefined) => ReactNode;

/**
 * A part that loads when it is first shown. Once loaded it renders at once (React's lazy would suspend a tick more and
 * flash). `waiting` draws until then; it gets a retry after a failure.
 */
export const lazily = <P extends object>(load: () => Promise<ComponentType<P>>, waiting: Placeholder<P>): Lazily<P> => {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const preload = (): Promise<void> =>
    (loading ??= load().then(
      (part) => void (loaded = part),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  const Lazy = (props: P): ReactNode => {
    const [attempt, setAttempt] = useState(0);
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(loaded === undefined ? 'loading' : 'loaded');
    useEffect(() => {
      if (loaded !== undefined) return undefined;
      let current = true;
      preload().then(
        () => current && setState('loaded'),
        () => current && setState('failed'),
      );
      return () => void (current = false);
    }, [attempt]);
    if (loaded !== undefined) return createElement(loaded, props);
    const retry = (): void => {
      setState('loading');
      setAttempt(attempt + 1);
    };
    return waiting(props, state === 'failed' ? retry : undefined);
  };
  return Object.assign(Lazy, { preload });
};
