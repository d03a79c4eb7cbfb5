import { Button } from '@primer/react';
import { changedBy } from './form-model.ts';
import type { useSave } from './use-save.ts';

/** Why it was not saved, and what somebody else changed meanwhile. */
export const SaveFailure = <V extends object>({
  saving,
  values,
}: {
  saving: ReturnType<typeof useSave<V>>;
  values: Partial<V>;
}) => {
  const { failure, stale, base, refresh } = saving;
  if (failure === undefined) return null;
  return (
    <div className="ui-failure" role="alert">
      {failure.message}
      {stale === undefined ? null : (
        <>
          <ul>
            {stale.changes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button onClick={() => refresh(changedBy(base.values, values))}>刷新，保留我修改的内容</Button>
        </>
      )}
    </div>
  );
};
