/** 导入表: tables of the database that nobody imported yet, ten a page, several at once. */
import { client, useRecord } from 'root-config/api';
import { Checkbox, FormDialog, SkeletonBox, TextInput, closing, type ScreenHandle } from 'root-config/ui';
import { pageOf } from 'services/contracts/envelope';
import { DbTable, GEN_INFO_PATH, dbTableList } from 'services/generator/contract';
import { useState } from 'react';

type Values = { readonly tables: readonly string[] };
type ChoiceProps = {
  readonly chosen: readonly string[];
  readonly onChange: (tables: readonly string[]) => void;
};
const Page = pageOf(DbTable);
const line = { display: 'flex', gap: 8, alignItems: 'center', minHeight: 32 } as const;

const Choice = ({ chosen, onChange }: ChoiceProps) => {
  const [tableName, setName] = useState('');
  const [tableComment, setComment] = useState('');
  const [pageIndex, setPage] = useState(1);
  const query = new URLSearchParams({ pageIndex: String(pageIndex), tableName, tableComment });
  const { record } = useRecord(`${dbTableList.path}?${query.toString()}`, Page);
  const toggle = (name: string): void =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const search = (set: (term: string) => void, term: string): void => {
    set(term);
    setPage(1);
  };
  return (
    <div>
      <div css={{ ...line, flexWrap: 'wrap' }}>
        <TextInput
          aria-label="按表名称筛选"
          placeholder="表名称"
          value={tableName}
          onChange={(event) => search(setName, event.target.value)}
        />
        <TextInput
          aria-label="按表描述筛选"
          placeholder="表描述"
          value={tableComment}
          onChange={(event) => search(setComment, event.target.value)}
        />
      </div>
      {record === null ? (
        <SkeletonBox height={160} />
      ) : record.list.length === 0 ? (
        <p>没有可以导入的表。</p>
      ) : (
        record.list.map((table) => (
          <label key={table.tableName} css={line}>
            <Checkbox checked={chosen.includes(table.tableName)} onChange={() => toggle(table.tableName)} />
            {table.tableName}
            <span css={{ color: 'var(--fgColor-muted)' }}>{table.tableComment}</span>
          </label>
        ))
      )}
      <p role="status">
        共 {record?.count ?? 0} 张，已选 {chosen.length} 张
        {pageIndex > 1 && (
          <button type="button" onClick={() => setPage(pageIndex - 1)}>
            上一页
          </button>
        )}
        {record !== null && pageIndex * 10 < record.count && (
          <button type="button" onClick={() => setPage(pageIndex + 1)}>
            下一页
          </button>
        )}
      </p>
    </div>
  );
};

export const ImportDialog = ({ screen }: { readonly screen: ScreenHandle }) => (
  <FormDialog<Values>
    title="导入表"
    mode="add"
    width={900}
    initial={{ tables: [] }}
    save={({ tables }, { key }) =>
      client.post(GEN_INFO_PATH, { tables: tables.join(',') }, { headers: { 'Idempotency-Key': key } })
    }
    sections={[
      {
        columns: 1,
        fields: [
          {
            kind: 'custom',
            name: 'tables',
            label: '数据表',
            render: ({ values, set }) => (
              <Choice chosen={values.tables ?? []} onChange={(tables) => set({ tables: [...tables] })} />
            ),
          },
        ],
      },
    ]}
    {...closing(screen)}
  />
);
