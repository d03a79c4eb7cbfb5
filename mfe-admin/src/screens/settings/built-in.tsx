/** 系统内置: name, sign, filing number, first password, look, printing. What is saved shows at once, here and in every window. */
import { client, messageOf, toast } from 'root-config/api';
import { Button, pictureUrl } from 'root-config/ui';
import { useRef, useState } from 'react';
import { SIDE_THEMES, SKINS } from 'services/master-data/contract';
import { z } from 'zod';
import { Choices, Lines, useFields, type Fields, type Line, type SmallForm } from '../../sheets/small-form.tsx';

const KEYS = [
  'sys_app_name',
  'sys_app_logo',
  'beian',
  'sys_user_initPassword',
  'sys_index_skinName',
  'sys_index_sideTheme',
  'print_direct',
] as const;
const NAMED: readonly Line[] = [
  { name: 'sys_app_name', label: '系统名称' },
  { name: 'beian', label: '备案号', optional: true, hint: '显示在登录页下方，没有时留空' },
];
const FIRST_PASSWORD: readonly Line[] = [
  { name: 'sys_user_initPassword', label: '用户初始密码', hint: '新增用户时预先填入，首次登录必须修改' },
];
const DIRECT = [
  { value: 'true', label: '保存后直接打印' },
  { value: 'false', label: '保存后询问' },
];

const MAX_LOGO = 2 * 1024 * 1024;
const Stored = z.object({ path: z.string() });
const uploadLogo = async (file: File): Promise<string> => {
  const form = new FormData();
  form.append('use', 'logo');
  form.append('file', file, file.name);
  return Stored.parse(await client.upload('/public/uploadFile', form)).path;
};
const problemOf = ({ type, size }: File): string | null => {
  if (!type.startsWith('image/')) return '文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。';
  return size > MAX_LOGO ? '文件大小超过 2MB' : null;
};
const Logo = ({ form }: { readonly form: SmallForm }) => {
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const logo = form.values['sys_app_logo'] ?? '';
  const choose = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const problem = problemOf(chosen);
    if (problem !== null) {
      toast.error(problem);
      return;
    }
    setBusy(true);
    try {
      form.set('sys_app_logo', await uploadLogo(chosen));
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="settings-logo">
      <span id="settings-logo">系统图标</span>
      {logo === '' ? <span className="settings-logo-none">还没有</span> : <img src={pictureUrl(logo)} alt="系统图标" />}
      <Button aria-describedby="settings-logo" loading={busy} onClick={() => file.current?.click()}>
        {logo === '' ? '上传图标' : '更换图标'}
      </Button>
      {logo !== '' && (
        <Button variant="invisible" onClick={() => form.set('sys_app_logo', '')}>
          移除图标
        </Button>
      )}
      <small>不超过 2MB，显示在登录页</small>
      <input
        ref={file}
        hidden
        type="file"
        accept="image/*"
        aria-label="系统图标文件"
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
};

const MISSING: Fields = {
  sys_app_name: '请输入系统名称',
  sys_user_initPassword: '请输入初始密码',
  sys_index_skinName: '请选择皮肤样式',
  sys_index_sideTheme: '请选择侧栏主题',
};
const missingIn = (values: Fields): Fields =>
  Object.fromEntries(Object.entries(MISSING).filter(([name]) => (values[name] ?? '').trim() === ''));
/** Only what was changed: others may have saved the rest meanwhile. */
const changesOf = (values: Fields, start: Fields) =>
  KEYS.filter((key) => values[key] !== start[key]).map((configKey) => ({
    configKey,
    configValue: values[configKey] ?? '',
  }));

export const BuiltIn = ({ settings }: { readonly settings: Fields }) => {
  const start = Object.fromEntries(KEYS.map((key) => [key, settings[key] ?? '']));
  const [saved, setSaved] = useState<Fields>(start);
  const command = { method: 'PUT', path: '/set-config', views: ['/app-config', '/configKey'] } as const;
  const form = useFields(
    start,
    {
      command,
      bodyOf: (values) => changesOf(values, saved),
      fieldOf: (path, values) => changesOf(values, saved)[Number(path.split('.')[0])]?.configKey ?? path,
    },
    ({ values }) => setSaved(values),
  );
  const isChanged = changesOf(form.values, saved).length > 0;
  return (
    <form noValidate data-scanner="off" onSubmit={(event) => void form.submit(event, missingIn(form.values))}>
      <Lines lines={NAMED} form={form} />
      <Logo form={form} />
      <Lines lines={FIRST_PASSWORD} form={form} />
      <Choices name="sys_index_skinName" label="皮肤样式" options={SKINS} form={form} />
      <Choices name="sys_index_sideTheme" label="侧栏主题" options={SIDE_THEMES} form={form} />
      <Choices name="print_direct" label="单据打印" options={DIRECT} form={form} />
      {form.errors['form'] !== undefined && <p role="alert">{form.errors['form']}</p>}
      <Button type="submit" variant="primary" loading={form.pending} disabled={!isChanged}>
        保存
      </Button>
    </form>
  );
};
