/** 对象存储: where new pictures go (R59, R60), with a test of what stands on the form before anything is saved (R126). */
import { toast, useRecord, useSend } from 'root-config/api';
import { Button, ToggleSwitch } from 'root-config/ui';
import { useState } from 'react';
import { MASK } from 'services/contracts/person';
import { STORAGE_KINDS, STORAGE_KEY, storageOf, storageProblems } from 'services/contracts/storage';
import { StorageStanding, StorageTest } from 'services/master-data/contract';
import { z } from 'zod';
import { Choices, Lines, useFields, type Fields, type Line } from '../../sheets/small-form.tsx';

const LINES: readonly Line[] = [
  { name: 'Endpoint', label: '网址', hint: '如 oss-cn-hangzhou.aliyuncs.com 或 cos.ap-guangzhou.myqcloud.com' },
  { name: 'AccessKeyID', label: '授权ID' },
  {
    name: 'AccessKeySecret',
    label: '密钥',
    type: 'password',
    complete: 'new-password',
    hint: '加密保存，不再显示；不修改时保留原样',
  },
  { name: 'BucketName', label: '对象存储桶' },
  {
    name: 'FrontUrl',
    label: '访问网址',
    optional: true,
    hint: '浏览器读取图片的地址，桶可公开读时填写；留空时图片用5分钟有效的签名地址读取',
  },
];
const NAMES = ['OxsSource', ...LINES.map(({ name }) => name)];
const EMPTY: Fields = Object.fromEntries(NAMES.map((name) => [name, '']));
const startOf = (setting: string): Fields => {
  const { IsOxs = false, OxsSource = '', ...texts } = storageOf(setting) ?? {};
  return { ...EMPTY, ...texts, OxsSource: OxsSource || 'oss', IsOxs: String(IsOxs) };
};
const storageIn = (values: Fields) => ({ ...values, IsOxs: values['IsOxs'] === 'true' });
const problemsIn = (values: Fields, isOn: boolean): Fields => {
  const storage = storageOf(JSON.stringify({ ...values, IsOxs: isOn }));
  const found = storage === null ? [] : storageProblems(storage);
  return Object.fromEntries(found.map(({ path, message }) => [path, message]));
};

const Standing = () => {
  const { record } = useRecord('/set-config/storage', StorageStanding);
  if (record === null) return null;
  const isWrong = record.state === 'key-lost' || record.state === 'incomplete';
  return (
    <p
      className={isWrong ? 'settings-standing settings-wrong' : 'settings-standing'}
      role={isWrong ? 'alert' : 'status'}
    >
      {record.message}
    </p>
  );
};

type StorageTestResult = z.infer<typeof StorageTest>;
const Steps = ({ tested }: { readonly tested: StorageTestResult }) => (
  <div role="status">
    <ol className="settings-steps" aria-label="测试结果">
      {tested.steps.map(({ step, ok, message }) => (
        <li key={step} className={ok ? '' : 'settings-wrong'}>
          <span aria-hidden>{ok ? '✓' : '✗'}</span> {step}：{message}
        </li>
      ))}
    </ol>
  </div>
);

const useTest = (values: Fields, refuse: (error: unknown) => void) => {
  const [tested, setTested] = useState<StorageTestResult>();
  const { send, pending } = useSend({
    method: 'POST',
    path: '/set-config/storage/test',
    views: [],
    data: StorageTest,
    announce: false,
    timeout: 40_000,
  });
  const test = async (): Promise<void> => {
    setTested(undefined);
    try {
      const { data, msg } = await send(Object.fromEntries(NAMES.map((name) => [name, values[name] ?? ''])));
      setTested(data);
      if (data.ok) toast.success(msg);
    } catch (error) {
      refuse(error);
    }
  };
  return { tested, test, pending };
};

export const StorageTab = ({ setting, onSaved }: { readonly setting: string; readonly onSaved: () => void }) => {
  const form = useFields(
    startOf(setting),
    {
      command: { method: 'PUT', path: '/set-config', views: ['/set-config/storage'] },
      bodyOf: (values) => [{ configKey: STORAGE_KEY, configValue: storageIn(values) }],
      fieldOf: (path) => path.split('.').at(-1) ?? path,
    },
    ({ values, set }) => {
      if (values['AccessKeySecret'] !== '') set('AccessKeySecret', MASK);
      onSaved();
    },
  );
  const { tested, test, pending } = useTest(form.values, form.refuse);
  const isOn = form.values['IsOxs'] === 'true';
  return (
    <form noValidate data-scanner="off" onSubmit={(event) => void form.submit(event, problemsIn(form.values, isOn))}>
      <Standing />
      <div className="settings-switch">
        <span id="storage-on">启用对象存储</span>
        <ToggleSwitch
          aria-labelledby="storage-on"
          size="small"
          checked={isOn}
          buttonLabelOn="启用"
          buttonLabelOff="停用"
          onClick={() => form.set('IsOxs', String(!isOn))}
        />
        <small>启用后新图片存到对象存储，已有图片留在原处，照常显示</small>
      </div>
      <Choices name="OxsSource" label="对象存储类型" options={STORAGE_KINDS} form={form} />
      <Lines lines={LINES} form={form} />
      {form.errors['form'] !== undefined && <p role="alert">{form.errors['form']}</p>}
      {tested !== undefined && <Steps tested={tested} />}
      <div className="settings-buttons">
        <Button type="submit" variant="primary" loading={form.pending}>
          保存
        </Button>
        <Button loading={pending} onClick={() => void test()}>
          测试连接
        </Button>
      </div>
    </form>
  );
};
