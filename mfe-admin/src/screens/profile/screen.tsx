/** 个人中心 (S2§2.3, §2.4): who one is in this house, what one may change of it, and where one is signed in. */
import { client, messageOf, toast, useRecord, useSession } from 'root-config/api';
import {
  Button,
  CropDialog,
  FailedState,
  SkeletonBox,
  Tabs,
  checkPasswords,
  moment,
  passwordHint,
  passwordOwner,
  pictureUrl,
  type Passwords,
} from 'root-config/ui';
import { useRef, useState } from 'react';
import { cut } from 'services/contracts/limits';
import { OwnRecord } from 'services/system/contract';
import { z } from 'zod';
import { Choices, Lines, useFields, type Fields, type Line } from '../../sheets/small-form.tsx';
import { OwnSessions } from './own-sessions.tsx';
import './profile.css';

/** px of both edges (S2§9). */
const AVATAR_EDGE = 200;
const NOT_A_PICTURE = '文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。';
const uploadAvatar = async (picture: Blob): Promise<string> => {
  const form = new FormData();
  form.append('upload[]', picture, 'avatar.jpg');
  return `/${z.string().parse(await client.upload('/user/avatar', form))}`;
};
const Avatar = ({ name, avatar, onChanged }: { name: string; avatar: string; onChanged: () => void }) => {
  const file = useRef<HTMLInputElement>(null);
  const [cutting, setCutting] = useState<string>();
  const choose = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    if (chosen.type.startsWith('image/')) setCutting(URL.createObjectURL(chosen));
    else toast.error(NOT_A_PICTURE);
  };
  return (
    <>
      <button type="button" className="profile-avatar" aria-label="更换头像" onClick={() => file.current?.click()}>
        {avatar === '' ? <span aria-hidden>{cut(name, 1)}</span> : <img src={pictureUrl(avatar)} alt="" />}
      </button>
      <input
        ref={file}
        hidden
        type="file"
        accept="image/*"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {cutting !== undefined && (
        <CropDialog
          title="修改头像"
          width={800}
          name={cutting}
          edge={AVATAR_EDGE}
          upload={uploadAvatar}
          onCut={onChanged}
          onClose={() => setCutting(undefined)}
        />
      )}
    </>
  );
};

const Card = ({ profile, onChanged }: { readonly profile: OwnRecord; readonly onChanged: () => void }) => {
  const { user, roles, posts } = profile;
  const facts = [
    ['登录名称', user.username],
    ['手机号码', user.phone || '—'],
    ['邮箱', user.email || '—'],
    ['所属部门', user.dept.deptName || '—'],
    ['岗位', posts.map(({ postName }) => postName).join('、') || '—'],
    ['角色', roles.map(({ roleName }) => roleName).join('、') || '—'],
    ['创建时间', moment(user.createdAt)],
  ];
  return (
    <aside className="profile-card" aria-label="个人信息">
      <Avatar name={user.nickName} avatar={user.avatar} onChanged={onChanged} />
      <p className="profile-name">{user.nickName}</p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
};

const required = (values: Fields, lines: readonly Line[]): Fields =>
  Object.fromEntries(
    lines.filter(({ name }) => (values[name] ?? '').trim() === '').map(({ name, label }) => [name, `${label}不能为空`]),
  );

const BASICS: readonly Line[] = [
  { name: 'nickName', label: '用户昵称' },
  { name: 'phone', label: '手机号码', complete: 'tel' },
  { name: 'email', label: '邮箱地址', complete: 'email' },
];
const SEXES = [
  { value: '0', label: '男' },
  { value: '1', label: '女' },
];
const Basics = ({ user, onChanged }: { readonly user: OwnRecord['user']; readonly onChanged: () => void }) => {
  const { nickName, phone, email, sex } = user;
  const command = { method: 'PUT', path: '/sys-user/profile', views: ['/user/profile'] } as const;
  const form = useFields({ nickName, phone, email, sex }, { command }, () => {
    toast.success('修改成功');
    onChanged();
  });
  return (
    <form noValidate data-scanner="off" onSubmit={(event) => void form.submit(event, required(form.values, BASICS))}>
      <Lines lines={BASICS} form={form} />
      <Choices name="sex" label="性别" options={SEXES} form={form} />
      {form.errors['form'] !== undefined && <p role="alert">{form.errors['form']}</p>}
      <Button type="submit" variant="primary" loading={form.pending}>
        保存
      </Button>
    </form>
  );
};

const PASSWORDS: readonly Line[] = [
  { name: 'oldPassword', label: '旧密码', type: 'password', complete: 'current-password' },
  { name: 'newPassword', label: '新密码', type: 'password', complete: 'new-password' },
  { name: 'confirmPassword', label: '确认密码', type: 'password', complete: 'new-password' },
];
const NO_PASSWORDS: Passwords = { oldPassword: '', newPassword: '', confirmPassword: '' };
const Password = () => {
  const { user } = useSession();
  const owner = passwordOwner(user);
  const command = { method: 'PUT', path: '/user/pwd/set', views: [] } as const;
  const form = useFields(NO_PASSWORDS, { command }, ({ reset }) => {
    toast.success('密码修改成功');
    reset();
  });
  return (
    <form
      noValidate
      data-scanner="off"
      onSubmit={(event) => void form.submit(event, checkPasswords({ ...NO_PASSWORDS, ...form.values }, owner))}
    >
      <Lines lines={PASSWORDS} form={form} hints={{ newPassword: passwordHint(owner) }} />
      {form.errors['form'] !== undefined && <p role="alert">{form.errors['form']}</p>}
      <Button type="submit" variant="primary" loading={form.pending}>
        保存新密码
      </Button>
    </form>
  );
};

const TABS = ['基本资料', '修改密码', '登录设备'] as const;
const Page = ({ profile, onChanged }: { readonly profile: OwnRecord; readonly onChanged: () => void }) => {
  const [tab, setTab] = useState<(typeof TABS)[number]>('基本资料');
  return (
    <section className="profile" aria-label="个人中心">
      <Card profile={profile} onChanged={onChanged} />
      <div className="profile-main">
        <h2>个人中心</h2>
        <Tabs label="个人中心" tabs={TABS} current={tab} onTab={setTab} />
        {tab === '基本资料' && <Basics user={profile.user} onChanged={onChanged} />}
        {tab === '修改密码' && <Password />}
        {tab === '登录设备' && <OwnSessions />}
      </div>
    </section>
  );
};

const ProfilePage = () => {
  const { record, error, retry } = useRecord('/user/profile', OwnRecord);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height={320} />;
  return <Page profile={record} onChanged={retry} />;
};
export default ProfilePage;
