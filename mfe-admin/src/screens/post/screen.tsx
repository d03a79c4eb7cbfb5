/** 岗位 (S2§2.9). */
import { postList } from 'projections/master-data/contract';
import {
  FormDialog,
  STATUS_OPTIONS,
  closing,
  columnsOf,
  listScreen,
  removing,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { mostOf } from 'services/contracts/values';
import { PostBody, PostRow } from 'services/master-data/contract';
import { withId } from '../../sheets/named-record.ts';
import { withHistory } from '../../sheets/record-history.tsx';

const KEY = 'admin:sysPost';
const { text, count, moment, dict } = columnsOf(postList);

const dialog = (row: PostRow | null, mode: FormMode, screen: ScreenHandle) => (
  <FormDialog<PostBody & { id: number }>
    title={{ add: '新增岗位', edit: '编辑岗位', view: '查看岗位' }[mode]}
    mode={mode}
    width={500}
    path={postList.path}
    {...(row === null
      ? { initial: { sort: 0, status: '2' } }
      : {
          source: `${postList.path}/${row.postId}`,
          initial: { ...row, id: row.postId },
          read: withId(PostRow, 'postId'),
        })}
    schema={PostBody}
    sections={withHistory(
      [
        {
          columns: 1,
          fields: [
            { kind: 'text', name: 'postName', label: '岗位名称', required: true, maxLength: 50 },
            { kind: 'text', name: 'postCode', label: '岗位编码', required: true, maxLength: 50 },
            { kind: 'count', name: 'sort', label: '岗位顺序', required: true, max: mostOf('sort') },
            { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS },
            { kind: 'textarea', name: 'remark', label: '备注', maxLength: 500 },
          ],
        },
      ],
      { path: row === null ? undefined : `${postList.path}/${row.postId}`, tab: '岗位' },
    )}
    {...closing(screen)}
  />
);
const removeRows = removing(postList.path);
const remove = (rows: readonly PostRow[]) => removeRows(rows.map(({ postId }) => ({ id: postId })));

export default listScreen(postList, {
  title: '岗位',
  permission: ['list', 'add', 'edit', 'remove'].map((action) => `${KEY}:${action}`),
  rowKey: 'postId',
  pageSize: 10,
  latestDay: false,
  empty: '还没有岗位。新增岗位，例如店长、收银员，用户就能选到。',
  exportName: '岗位',
  filters: [
    { kind: 'text', name: 'postCode', label: '岗位编码', daily: true },
    { kind: 'text', name: 'postName', label: '岗位名称', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('postCode', '岗位编码', { width: 160 }),
    text('postName', '岗位名称', { width: 160 }),
    count('sort', '岗位顺序', { width: 100, sort: true }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    text('remark', '备注', { width: 260 }),
    moment('createdAt', '创建时间', { width: 160, sort: true }),
  ],
  toolbar: [{ label: '新增岗位', primary: true, allow: `${KEY}:add`, open: (screen) => dialog(null, 'add', screen) }],
  actions: [
    { label: '编辑', main: true, allow: `${KEY}:edit`, open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: remove }],
  card: (row) => ({ title: row.postName, subtitle: row.postCode, facts: [['顺序', String(row.sort)]] }),
});
