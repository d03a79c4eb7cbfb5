/** Who changed what on a document, newest first (wire: GET <doc>/{id}/history). */
import { messageOf, useRecord } from 'root-config/api';
import { FailedState, SkeletonBox, Timeline } from 'root-config/ui';
import { z } from 'zod';

export const Change = z.object({ label: z.string(), before: z.string(), after: z.string() });
const History = z.array(
  z.object({
    position: z.int(),
    at: z.string(),
    by: z.string(),
    title: z.string(),
    changes: z.array(Change),
    reason: z.string().nullable(),
  }),
);
const shown = (value: string): string => (value === '' ? '空' : value);
export const changeText = ({ label, before, after }: z.infer<typeof Change>): string =>
  `${label}：${shown(before)} → ${shown(after)}`;

export const DocumentHistory = ({ path }: { readonly path: string }) => {
  const { record, pending, error, retry } = useRecord(`${path}/history`, History);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (pending || record === null) return <SkeletonBox height="64px" />;
  return (
    <section>
      <h3>修改历史</h3>
      <Timeline
        label="修改历史"
        entries={record.toReversed().map(({ position, at, by, title, changes, reason }, index) => ({
          key: `${position}-${index}`,
          at,
          by,
          title,
          changes: changes.map(changeText),
          reason: reason ?? undefined,
        }))}
      />
    </section>
  );
};
