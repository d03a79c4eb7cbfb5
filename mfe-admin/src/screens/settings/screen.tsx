/** 系统设置 (S2§2.13, §5, §9): what the house is called and looks like, where its pictures lie, and what comes later. */
import { RouterLink, messageOf, useCan, useRecord } from 'root-config/api';
import { FailedState, SkeletonBox, Tabs } from 'root-config/ui';
import { useState } from 'react';
import { z } from 'zod';
import { BuiltIn } from './built-in.tsx';
import { StorageTab } from './storage-tab.tsx';
import './settings.css';

const Settings = z.record(z.string(), z.string());
const TABS = ['系统内置', '对象存储', '其他'] as const;
type Tab = (typeof TABS)[number];

const Other = () => (
  <p className="settings-empty">
    这里还没有设置。其余参数（抹零上限、日志保留天数等）在 <RouterLink to="/admin/parameter">参数设置</RouterLink>{' '}
    中维护。
  </p>
);

const Page = () => {
  const [tab, setTab] = useState<Tab>('系统内置');
  const mayChange = useCan('admin:sysConfig:edit');
  const { record, error, retry } = useRecord('/set-config', Settings);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height={320} />;
  return (
    <section className="settings" aria-label="系统设置">
      <h2>系统设置</h2>
      <Tabs label="系统设置" tabs={TABS} current={tab} onTab={setTab} />
      <div role="tabpanel" aria-label={tab}>
        {!mayChange && <p role="status">你只能查看，修改需要“参数设置”的编辑权限。</p>}
        <fieldset disabled={!mayChange} className="settings-fields">
          {tab === '系统内置' && <BuiltIn settings={record} />}
          {tab === '对象存储' && <StorageTab setting={record['oxs'] ?? ''} onSaved={retry} />}
          {tab === '其他' && <Other />}
        </fieldset>
      </div>
    </section>
  );
};
export default Page;
