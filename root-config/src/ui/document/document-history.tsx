/** Who changed what on a document, newest first (wire: GET <doc>/{id}/history). */
import { SkeletonBox } from '@primer/react';
import { messageOf, useRecord } from 'root-config/api';
import { z } from 'zod';
import { FailedState } from '../pieces/empty-state.tsx';
import { Timeline } from '../pieces/timeline.tsx';

const Change = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() });
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
/** A sheet of paper came out; it was nothing else before. */
const COPY = 'copy';
export const changeText = (change: z.infer<typeof Change>): string =>
  change.field === COPY ? firstText(change) : `${change.label}：${shown(change.before)} → ${shown(change.after)}`;
/** What a document was made with had nothing before it. */
const firstText = ({ label, after }: z.infer<typeof Change>): string => `${label}：${shown(after)}`;

type Props = {
  /** Of the document: `/biz-allocate/7`. */
  readonly path: string;
  /** ISO 8601: what had been done by then. */
  readonly asOf?: string | undefined;
};
export const DocumentHistory = ({ path, asOf }: Props) => {
  const { record, pending, error, retry } = useRecord(`${path}/history`, History, { asOf });
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
          changes: changes.map(index === record.length - 1 ? firstText : changeText),
          reason: reason ?? undefined,
        }))}
      />
    </section>
  );
};
