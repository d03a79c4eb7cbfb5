/** 个人示例 (S2§2.4, §2.26, §2.27): a card with skills, what one did, a form of name and mail, and sign-in by others. */
import { client, messageOf, toast, useRecord } from 'root-config/api';
import { Button, FailedState, FormControl, SkeletonBox, TextInput, Timeline } from 'root-config/ui';
import { OwnRecord } from 'services/system/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { z } from 'zod';
import { OwnFace } from './editor.tsx';
import './demo.css';

const SKILLS = [
  ['珠宝鉴定', 70],
  ['销售服务', 85],
  ['库存盘点', 60],
  ['打印排版', 40],
] as const;
/** How long that it worked stays (S2§2.4), ms. */
const SHOWN_MS = 5_000;

const Card = ({ profile }: { readonly profile: OwnRecord }) => (
  <section className="demo-panel" aria-label="个人名片">
    <h3>个人名片</h3>
    <div className="demo-editor">
      <OwnFace user={profile.user} />
      <div>
        <p className="demo-name">{profile.user.nickName}</p>
        <p>{profile.roles.map(({ roleName }) => roleName).join('、')}</p>
      </div>
    </div>
    <dl className="demo-skills">
      {SKILLS.map(([name, share]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <meter min={0} max={100} value={share} aria-label={name} /> {share}%
          </dd>
        </div>
      ))}
    </dl>
  </section>
);

const Done = z.object({
  list: z.array(z.object({ id: z.int(), username: z.string(), msg: z.string(), loginTime: z.string() })),
});
/** One's own sign-ins, where the log may be read. */
const Activity = ({ username }: { readonly username: string }) => {
  const { data, error } = useQuery({
    queryKey: ['/sys-login-log', username],
    queryFn: async ({ signal }) =>
      Done.parse(await client.get('/sys-login-log', { username, pageIndex: 1, pageSize: 6 }, { signal })),
  });
  if (error !== null) return <p>{messageOf(error)}</p>;
  if (data === undefined) return <SkeletonBox height={120} />;
  return (
    <Timeline
      label="动态"
      entries={data.list.map(({ id, username: by, msg, loginTime }) => ({
        key: String(id),
        at: loginTime,
        by,
        title: msg || '登录',
      }))}
    />
  );
};

const NameForm = ({ user }: Pick<OwnRecord, 'user'>) => {
  const [name, setName] = useState(user.nickName);
  const [email, setEmail] = useState(user.email);
  const [said, say] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setName(name.trim());
    setEmail(email.trim());
    say('用户信息更新成功');
    setTimeout(() => say(''), SHOWN_MS);
  };
  return (
    <form className="demo-form" data-scanner="off" onSubmit={save}>
      <FormControl>
        <FormControl.Label>姓名</FormControl.Label>
        <TextInput block value={name} onChange={(event) => setName(event.target.value)} />
      </FormControl>
      <FormControl>
        <FormControl.Label>邮箱</FormControl.Label>
        <TextInput block value={email} onChange={(event) => setEmail(event.target.value)} />
      </FormControl>
      <p role="status">{said}</p>
      <Button type="submit" variant="primary">
        更新
      </Button>
    </form>
  );
};
/** Not connected to any service (S2§2.26). */
const Social = () => (
  <div className="demo-line">
    {['微信', 'QQ'].map((name) => (
      <Button key={name} onClick={() => toast.info(`${name}登录是演示，没有接入`)}>
        {name}登录
      </Button>
    ))}
  </div>
);

const DemoProfile = () => {
  const { record, error, retry } = useRecord('/user/profile', OwnRecord);
  return (
    <section className="demo" aria-label="个人示例">
      <h2>个人示例</h2>
      {error !== null && <FailedState message={messageOf(error)} onRetry={retry} />}
      {error === null && record === null && <SkeletonBox height={240} />}
      {record !== null && (
        <div className="demo-panels">
          <Card profile={record} />
          <section className="demo-panel" aria-label="账户">
            <h3>
              账户<small>演示，不保存</small>
            </h3>
            <NameForm user={record.user} />
          </section>
          <section className="demo-panel" aria-label="动态">
            <h3>动态</h3>
            <Activity username={record.user.username} />
          </section>
          <section className="demo-panel" aria-label="第三方登录">
            <h3>第三方登录</h3>
            <Social />
          </section>
        </div>
      )}
    </section>
  );
};
export default DemoProfile;
