/** 顾客端: the public account that shoppers come in by, what is missing, the provider's check, and what shoppers see (R159). */
import { messageOf, toast, useCan, useRecord, useSend } from 'root-config/api';
import { Button, FailedState, SkeletonBox } from 'root-config/ui';
import { useState } from 'react';
import { MASK } from 'services/contracts/person';
import { SHOPPER_APP_KEYS, SHOPPER_APP_PATH, ShopperAppCheck, ShopperAppState } from 'services/contracts/shopper-app';
import { z } from 'zod';
import { Choices, Lines, useFields, type Fields, type Line, type SmallForm } from '../../sheets/small-form.tsx';
import { Preview } from './preview.tsx';
import { SigningKey } from './signing-key.tsx';
import { Terms } from './terms.tsx';
import '../settings/settings.css';
import './shopper-app.css';

const ACCOUNT: readonly Line[] = [
  { name: 'wx_app_id', label: 'AppID', optional: true, hint: '公众号后台“开发接口管理”里的开发者ID，没有公众号时留空' },
  {
    name: 'wx_app_secret',
    label: 'AppSecret',
    type: 'password',
    complete: 'new-password',
    optional: true,
    hint: '加密保存，不再显示；不修改时保留原样',
  },
  { name: 'wx_authorize_url', label: '微信授权网址', optional: true, hint: '留空为微信自己的' },
  { name: 'wx_token_url', label: '微信令牌网址', optional: true, hint: '留空为微信自己的；更换时需重新填写 AppSecret' },
];
const DOMAIN: readonly Line[] = [
  {
    name: 'wx_check_file',
    label: '校验文件名',
    optional: true,
    hint: '公众号后台设置“网页授权域名”时给出的文件，如 MP_verify_AbCd1234.txt',
  },
  {
    name: 'wx_check_text',
    label: '校验文件内容',
    optional: true,
    hint: '用记事本打开那个文件，把里面的一行粘贴到这里',
  },
];
const PRICE = [
  { value: 'true', label: '显示成交价' },
  { value: 'false', label: '不显示' },
];
const changesOf = (values: Fields, start: Fields) =>
  SHOPPER_APP_KEYS.filter((key) => values[key] !== start[key]).map((configKey) => ({
    configKey,
    configValue: values[configKey] ?? '',
  }));

const Standing = ({ standing }: { readonly standing: ShopperAppState }) => {
  const { message, missing, redirectUri, domain, checkUrl } = standing;
  const facts = [
    ['网页授权域名', domain],
    ['登录后回到', redirectUri],
    ['校验文件', checkUrl],
  ].filter(([, text]) => text !== '');
  return (
    <>
      <p className="settings-standing" role="status">
        {message}
      </p>
      {missing.length === 0 ? null : (
        <ul className="shopper-app-missing" aria-label="还要处理">
          {missing.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {facts.length === 0 ? null : (
        <dl className="shopper-app-facts">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
};

const Check = ({ disabled }: { readonly disabled: boolean }) => {
  const [told, setTold] = useState<ShopperAppCheck>();
  const { send, pending } = useSend({
    method: 'POST',
    path: `${SHOPPER_APP_PATH}/check`,
    views: [],
    data: ShopperAppCheck,
    announce: false,
    timeout: 20_000,
  });
  const check = async (): Promise<void> => {
    setTold(undefined);
    try {
      setTold((await send({})).data);
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <>
      <Button loading={pending} disabled={disabled} onClick={() => void check()}>
        检测
      </Button>
      {told === undefined ? null : (
        <p role="status" className={told.ok ? 'shopper-app-told' : 'shopper-app-told settings-wrong'}>
          <span aria-hidden>{told.ok ? '✓' : '✗'}</span> {told.message}
        </p>
      )}
    </>
  );
};

type FieldsProps = { readonly form: SmallForm; readonly fromEnvironment: readonly string[] };
const FormFields = ({ form, fromEnvironment }: FieldsProps) => (
  <>
    <h3>公众号</h3>
    <Lines
      form={form}
      lines={ACCOUNT.map((line) =>
        fromEnvironment.includes(line.name)
          ? { ...line, disabled: true, hint: '由启动参数给出，这里填写的不起作用' }
          : line,
      )}
    />
    <h3>域名校验</h3>
    <Lines lines={DOMAIN} form={form} />
    <h3>质保单</h3>
    <Choices name="wx_slip_price" label="成交价" options={PRICE} form={form} />
    <Terms form={form} />
  </>
);

type Props = { readonly settings: Fields; readonly standing: ShopperAppState; readonly onSaved: () => void };
const Form = ({ settings, standing, onSaved }: Props) => {
  const start = Object.fromEntries(SHOPPER_APP_KEYS.map((key) => [key, settings[key] ?? '']));
  const [saved, setSaved] = useState<Fields>(start);
  const form = useFields(
    start,
    {
      command: { method: 'PUT', path: '/set-config', views: ['/app-config', '/configKey'] },
      bodyOf: (values) => changesOf(values, saved),
      fieldOf: (path, values) => changesOf(values, saved)[Number(path.split('.')[0])]?.configKey ?? path,
    },
    ({ values, set }) => {
      const secret = values['wx_app_secret'] === '' ? '' : MASK;
      set('wx_app_secret', secret);
      setSaved({ ...values, wx_app_secret: secret });
      onSaved();
    },
  );
  const isChanged = changesOf(form.values, saved).length > 0;
  return (
    <div className="shopper-app-columns">
      <form noValidate data-scanner="off" onSubmit={(event) => void form.submit(event, {})}>
        <FormFields form={form} fromEnvironment={standing.fromEnvironment} />
        {form.errors['form'] !== undefined && <p role="alert">{form.errors['form']}</p>}
        <div className="settings-buttons">
          <Button type="submit" variant="primary" loading={form.pending} disabled={!isChanged}>
            保存
          </Button>
          <Check disabled={isChanged} />
          {isChanged ? <small>保存后才能检测</small> : null}
        </div>
      </form>
      <Preview
        house={settings['sys_app_name'] ?? ''}
        logo={settings['sys_app_logo'] ?? ''}
        showsPrice={form.values['wx_slip_price'] === 'true'}
        terms={form.values['wx_slip_terms'] ?? ''}
      />
    </div>
  );
};

const Settings = z.record(z.string(), z.string());
const Page = () => {
  const mayChange = useCan('admin:sysConfig:edit');
  const settings = useRecord('/set-config', Settings);
  const standing = useRecord(SHOPPER_APP_PATH, ShopperAppState);
  const error = settings.error ?? standing.error;
  const retry = (): void => {
    settings.retry();
    standing.retry();
  };
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (settings.record === null || standing.record === null) return <SkeletonBox height={320} />;
  return (
    <section className="settings shopper-app" aria-label="顾客端">
      <h2>顾客端</h2>
      {!mayChange && <p role="status">你只能查看，修改需要“参数设置”的编辑权限。</p>}
      <Standing standing={standing.record} />
      <fieldset disabled={!mayChange} className="settings-fields">
        <Form settings={settings.record} standing={standing.record} onSaved={retry} />
      </fieldset>
      <SigningKey mayChange={mayChange} />
    </section>
  );
};
export default Page;
