/** Loading, failed with 重试, or the data; old data stays while the network is away and says so. */
import type { ComponentChildren } from 'preact';
import type { Answer } from '../client/use-answer.ts';
import { Failure } from './failure.tsx';

export const Loading = () => (
  <section className="card skeleton" role="status" aria-label="正在打开">
    <i />
    <i />
    <i />
  </section>
);
type Props<T> = { readonly of: Answer<T>; readonly children: (data: T, at: number) => ComponentChildren };
export const Answered = <T,>({ of: asked, children }: Props<T>) => {
  if (asked.state === 'loading') return <Loading />;
  if (asked.state === 'failed') return <Failure refusal={asked.refusal} again={asked.again} />;
  return (
    <>
      {asked.refusal === null ? null : (
        <p className="note bad" role="status">
          网络不稳定，显示的是刚才的内容
        </p>
      )}
      {children(asked.data, asked.at)}
    </>
  );
};
