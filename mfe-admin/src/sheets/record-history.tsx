/** Who changed an administration record, when, from what to what (R126); newest first, as a tab of its form. */
import { useQueries } from '@tanstack/react-query';
import { dictionaryOptions, messageOf, useRecord } from 'root-config/api';
import { FailedState, SkeletonBox, Timeline, moment, type Section } from 'root-config/ui';
import { z } from 'zod';
import { columnsIn, linesOf, type Columns, type ChangeColumn } from './change-words.ts';

const Change = z.object({ before: z.unknown(), after: z.unknown() });
const Entry = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  type: z.string(),
  changes: z.record(z.string(), Change),
});
const DONE: Readonly<Record<string, string>> = { insert: '新增', update: '修改', delete: '删除' };

/** A moment as the database writes one. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?[+-]\d{2}:\d{2}$/;
const timed = (value: unknown): unknown => (typeof value === 'string' && MOMENT.test(value) ? moment(value) : value);
const inShopTime = (changes: z.infer<typeof Entry>['changes']): z.infer<typeof Entry>['changes'] =>
  Object.fromEntries(
    Object.entries(changes).map(([name, { before, after }]) => [name, { before: timed(before), after: timed(after) }]),
  );

/** The same columns, those with a dictionary with its words. */
const useNamed = (columns: Columns): Columns => {
  const dicts = [...new Set(Object.values(columns).flatMap(({ dict }) => dict ?? []))];
  const words = useQueries({ queries: dicts.map(dictionaryOptions) });
  const named = (told: ChangeColumn): ChangeColumn => {
    const options = told.dict === undefined ? undefined : words[dicts.indexOf(told.dict)]?.data;
    return options === undefined
      ? told
      : { ...told, nameOf: (value) => options.find((option) => option.value === value)?.label ?? value };
  };
  return Object.fromEntries(Object.entries(columns).map(([name, told]) => [name, named(told)]));
};
type Props = {
  /** Of the record: `/sys-api/7`. */
  readonly path: string;
  /** Others stay out. */
  readonly columns: Columns;
};
const HistoryEntries = ({ path, columns }: Props) => {
  const named = useNamed(columns);
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
        changes: linesOf(inShopTime(changes), named, type === 'insert'),
      }))}
    />
  );
};

type RecordRef = {
  /** `/post/7`; absent: it is being made and has no history. */
  readonly path: string | undefined;
  readonly tab: string;
  /** Columns whose words are not those of a field. */
  readonly columns?: Columns;
};
/** The sections of a form below one tab, its record's history below another. */
export const withHistory = <V extends object>(
  sections: readonly Section<V>[],
  { path, tab, columns = {} }: RecordRef,
): readonly Section<V>[] =>
  path === undefined
    ? sections
    : [
        ...sections.map((section) => ({ tab, ...section })),
        {
          tab: '修改记录',
          render: () => <HistoryEntries path={path} columns={{ ...columnsIn(sections), ...columns }} />,
        },
      ];
