/** Who changed an administration record, when, from what to what (R126); newest first. */
import { messageOf, useRecord } from 'root-config/api';
import { Dialog, FailedState, SkeletonBox, Timeline, moment } from 'root-config/ui';
import { z } from 'zod';

const Change = z.object({ before: z.unknown(), after: z.unknown() });
const Entry = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  type: z.string(),
  changes: z.record(z.string(), Change),
});
const DONE: Readonly<Record<string, string>> = { insert: '新增', update: '修改', delete: '删除' };
/** As the database writes one. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/;
const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value !== 'string') return JSON.stringify(value);
  return MOMENT.test(value) ? moment(value) : value;
};

type Props = {
  readonly title: string;
  /** Of the record: `/sys-api/7`. */
  readonly path: string;
  /** What the columns are called; others stay out. */
  readonly labels: Readonly<Record<string, string>>;
  readonly onClose: () => void;
};
/** The same, where a tab of a form holds it. */
export const HistoryEntries = ({ path, labels }: Pick<Props, 'path' | 'labels'>) => {
  const { record, error, retry } = useRecord(`${path}/history`, z.array(Entry));
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height="64px" />;
  if (record.length === 0) return <p>还没有人修改过。</p>;
  return (
    <Timeline
      label="修改记录"
      entries={record.map(({ id, at, by, type, changes }) => ({
        key: String(id),
        at,
        by,
        title: DONE[type] ?? type,
        changes: Object.entries(changes).flatMap(([name, { before, after }]) => {
          const [was, is] = [valueText(before), valueText(after)];
          return labels[name] === undefined || was === is ? [] : [`${labels[name]}：${was} → ${is}`];
        }),
      }))}
    />
  );
};
export const RecordHistory = ({ title, path, labels, onClose }: Props) => (
  <Dialog title={title} width="large" onClose={onClose}>
    <HistoryEntries path={path} labels={labels} />
  </Dialog>
);
