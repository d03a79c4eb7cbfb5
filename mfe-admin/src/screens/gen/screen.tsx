/** 代码生成 (S2§2.22, R124): tables of the database that were imported, and what is kept of them. */
import { sendOnce } from 'root-config/api';
import { columnsOf, confirmDelete, listScreen } from 'root-config/ui';
import { GEN_INFO_PATH, GEN_KEY, genTableList, type GenTable } from 'services/generator/contract';
import { ImportDialog } from './import-dialog.tsx';

const { text, moment } = columnsOf(genTableList);
const remove = async (rows: readonly GenTable[]): Promise<void> => {
  const ids = rows.map(({ tableId }) => tableId);
  if (!(await confirmDelete(ids))) return;
  await sendOnce({ method: 'DELETE', path: `${GEN_INFO_PATH}/${ids.join(',')}`, views: [genTableList.path] });
};

export default listScreen(genTableList, {
  title: '代码生成',
  permission: ['list', 'edit', 'code', 'write'].map((action) => `${GEN_KEY}:${action}`),
  rowKey: 'tableId',
  pageSize: 10,
  latestDay: false,
  empty: '还没有导入数据表。先在数据库的 custom 模式里建表，再点“导入”。',
  filters: [
    { kind: 'text', name: 'tableName', label: '表名称', daily: true },
    { kind: 'text', name: 'tableComment', label: '菜单名称', daily: true },
  ],
  columns: [
    text('tableName', '表名称', { width: 200 }),
    text('tableComment', '菜单名称', { width: 160 }),
    text('className', '模型名称', { width: 160 }),
    moment('createdAt', '创建时间', { width: 160, sort: true }),
    moment('updatedAt', '更新时间', { width: 160 }),
  ],
  toolbar: [
    {
      label: '导入',
      primary: true,
      allow: `${GEN_KEY}:edit`,
      open: (screen) => <ImportDialog screen={screen} />,
    },
  ],
  actions: [{ label: '删除', danger: true, allow: `${GEN_KEY}:edit`, run: (row) => remove([row]) }],
  bulk: [{ label: '删除', danger: true, allow: `${GEN_KEY}:edit`, run: remove }],
  card: (row) => ({ title: row.tableComment, subtitle: row.tableName, facts: [['模型名称', row.className]] }),
});
