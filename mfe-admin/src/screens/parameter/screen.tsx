/** 参数设置 (S2§2.13): name, key and value; name and key are fixed once they are made. */
import { configList } from 'projections/master-data/contract';
import { FormDialog, closing, columnsOf, listScreen, removing, type FormMode, type ScreenHandle } from 'root-config/ui';
import { ConfigBody, type ConfigRow } from 'services/master-data/contract';
import { MailTest } from './mail-test.tsx';
import { SmsTest } from './sms-test.tsx';
import { withHistory } from '../../sheets/record-history.tsx';

const KEY = 'admin:sysConfig';
const BUILT_IN = [
  { value: 'Y', label: '是' },
  { value: 'N', label: '否' },
];
const FRONTEND = [
  { value: '1', label: '是' },
  { value: '2', label: '否' },
];
const WORDS = { Y: { text: '是', tone: 'accent' }, N: { text: '否', tone: 'neutral' } } as const;
const SHOWN = { 1: { text: '是', tone: 'accent' }, 2: { text: '否', tone: 'neutral' } } as const;
const { text, moment, status } = columnsOf(configList);

const dialog = (row: ConfigRow | null, mode: FormMode, screen: ScreenHandle) => (
  <FormDialog<ConfigBody & { id: number }>
    title={{ add: '新增参数', edit: '编辑参数', view: '查看参数' }[mode]}
    mode={mode}
    width={500}
    path={configList.path}
    {...(row === null
      ? { initial: { configType: 'N', isFrontend: '2' } }
      : { source: `${configList.path}/${row.id}`, initial: row as ConfigBody & { id: number } })}
    schema={ConfigBody}
    sections={withHistory(
      [
        {
          columns: 1,
          fields: [
            {
              kind: 'text',
              name: 'configName',
              label: '参数名称',
              required: true,
              maxLength: 100,
              disabled: row !== null,
            },
            {
              kind: 'text',
              name: 'configKey',
              label: '参数键名',
              required: true,
              maxLength: 100,
              disabled: row !== null,
            },
            { kind: 'textarea', name: 'configValue', label: '参数键值', required: true, maxLength: 5000 },
            { kind: 'radio', name: 'configType', label: '系统内置', options: BUILT_IN, disabled: row !== null },
            {
              kind: 'radio',
              name: 'isFrontend',
              label: '前台显示',
              options: FRONTEND,
              required: '是否前台显示不能为空',
            },
            { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200 },
          ],
        },
      ],
      { path: row === null ? undefined : `${configList.path}/${row.id}`, tab: '参数' },
    )}
    {...closing(screen)}
  />
);
const remove = removing(configList.path);
const stays = ({ configType, configName }: ConfigRow): string | undefined =>
  configType === 'Y' ? `内置参数“${configName}”不能删除` : undefined;

export default listScreen(configList, {
  title: '参数设置',
  permission: ['list', 'add', 'edit', 'remove', 'export'].map((action) => `${KEY}:${action}`),
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的参数。',
  exportName: '参数',
  filters: [
    { kind: 'text', name: 'configName', label: '参数名称', daily: true },
    { kind: 'text', name: 'configKey', label: '参数键名', daily: true },
    { kind: 'select', name: 'configType', label: '系统内置', options: BUILT_IN, daily: true },
  ],
  columns: [
    text('configName', '参数名称', { width: 190 }),
    text('configKey', '参数键名', { width: 200 }),
    text('configValue', '参数键值', { width: 240 }),
    status('configType', '内置', { width: 80, labels: WORDS }),
    status('isFrontend', '前台显示', { width: 90, labels: SHOWN }),
    text('remark', '备注', { width: 220 }),
    moment('createdAt', '创建时间', { hidden: true }),
  ],
  toolbar: [
    { label: '新增参数', primary: true, allow: `${KEY}:add`, open: (screen) => dialog(null, 'add', screen) },
    { label: '测试短信', allow: `${KEY}:edit`, open: ({ close }) => <SmsTest onClose={close} /> },
    { label: '测试邮件', allow: `${KEY}:edit`, open: ({ close }) => <MailTest onClose={close} /> },
  ],
  actions: [
    { label: '编辑', main: true, allow: `${KEY}:edit`, open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '删除', danger: true, allow: `${KEY}:remove`, blocked: stays, run: (row) => remove([row]) },
  ],
  bulk: [
    {
      label: '删除',
      danger: true,
      allow: `${KEY}:remove`,
      blocked: (rows) => rows.map(stays).find((why) => why !== undefined),
      run: remove,
    },
  ],
  card: (row) => ({ title: row.configName, subtitle: row.configKey, facts: [['键值', row.configValue]] }),
});
