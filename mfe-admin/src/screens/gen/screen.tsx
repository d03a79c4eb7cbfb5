/** 代码生成 (S2§2.22, R124): tables of the database that were imported, and what is kept of them. */
import { GoTo, client, sendOnce, toast } from 'root-config/api';
import { columnsOf, confirm, confirmDelete, listScreen, runCommand } from 'root-config/ui';
import { GEN_INFO_PATH, GEN_KEY, genTableList, type GenTable } from 'services/generator/contract';
import { ImportDialog } from './import-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

const { text, moment } = columnsOf(genTableList);
const remove = async (rows: readonly GenTable[]): Promise<void> => {
  const ids = rows.map(({ tableId }) => tableId);
  if (!(await confirmDelete(ids))) return;
  await sendOnce({ method: 'DELETE', path: `${GEN_INFO_PATH}/${ids.join(',')}`, views: [genTableList.path] });
};

const WRITE = `${GEN_KEY}:write`;
const CODE = [`${GEN_KEY}:code`, WRITE];

/** One after the other; the first that is refused says why and ends it. */
const generate = async (rows: readonly GenTable[]): Promise<void> => {
  for (const { tableId } of rows) {
    const path = `/gen/toproject/${tableId}?ischeckrole=false`;
    if (!(await runCommand({ method: 'GET', path, views: [genTableList.path] }))) return;
  }
};
const asked = async (text: string, path: string): Promise<void> => {
  if (await confirm({ text })) await runCommand({ method: 'GET', path, views: [genTableList.path] });
};
const toMenu = ({ tableId, functionName }: GenTable): Promise<void> =>
  asked(`是否确认将“${functionName}”的菜单和接口配置写入数据库？`, `/gen/todb/${tableId}`);
const toMigration = ({ tableId, functionName }: GenTable): Promise<void> =>
  asked(`是否确认生成“${functionName}”的迁移脚本？`, `/gen/apitofile/${tableId}`);

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
    {
      label: '生成代码',
      wide: true,
      allow: WRITE,
      run: () => toast.error('请选择要生成的数据'),
    },
  ],
  actions: [
    {
      label: '编辑',
      main: true,
      allow: `${GEN_KEY}:edit`,
      open: ({ tableId }) => <GoTo to={`/dev-tools/editTable?tableId=${tableId}`} />,
    },
    {
      label: '预览',
      reads: true,
      allow: CODE,
      open: (row, screen) => <PreviewDialog tableId={row.tableId} title={row.functionName} onClose={screen.close} />,
    },
    { label: '下载', reads: true, allow: CODE, run: (row) => client.download(`/gen/gencode/${row.tableId}`) },
    { label: '生成代码', allow: WRITE, run: (row) => generate([row]) },
    { label: '写入菜单', allow: WRITE, run: toMenu },
    { label: '生成迁移脚本', allow: WRITE, run: toMigration },
    { label: '删除', danger: true, allow: `${GEN_KEY}:edit`, run: (row) => remove([row]) },
  ],
  bulk: [
    { label: '生成代码', allow: WRITE, run: generate },
    { label: '删除', danger: true, allow: `${GEN_KEY}:edit`, run: remove },
  ],
  card: (row) => ({ title: row.tableComment, subtitle: row.tableName, facts: [['模型名称', row.className]] }),
});
