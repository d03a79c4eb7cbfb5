/** What one user could do at the end of a day, and what was changed in it. */
import { messageOf, useRecord } from 'root-config/api';
import { EmptyState, FailedState, SkeletonBox, moment } from 'root-config/ui';
import type { ReactNode } from 'react';
import { RIGHTS_PATH, RightsSnapshot } from 'services/system/contract';
import { named, scopeWords } from './scope-words.ts';

const rolesWords = ({ roles }: RightsSnapshot): string =>
  roles.map(({ roleName, status }) => (status === '2' ? roleName : `${roleName}（停用）`)).join('、') || '没有角色';
type Line = { readonly title: string; readonly words: readonly string[] };
/** Lines of what stands below each title, in the order in which it comes. */
const gathered = (entries: readonly (readonly [string, string])[]): readonly Line[] => {
  const groups = Map.groupBy(entries, ([title]) => title);
  return [...groups].map(([title, rows]) => ({ title, words: rows.map(([, word]) => word) }));
};
/** 分店·新增, 分店·编辑 → 分店: 新增, 编辑 */
const keyLines = ({ keys }: RightsSnapshot): readonly Line[] =>
  gathered(
    keys.map(({ title }) => {
      const [page = title, ...word] = title.split('·');
      return [page, word.join('·') || title];
    }),
  );
/** Pages below the directory they stand in; one at the root stands by itself. */
const pageLines = ({ menus }: RightsSnapshot): readonly Line[] => {
  let directory = '首页';
  const entries = menus.flatMap(({ menuType, title, path }): readonly (readonly [string, string])[] => {
    if (menuType === 'M') directory = title;
    return menuType === 'M' || path === '' ? [] : [[directory, title]];
  });
  return gathered(entries);
};

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="rights-part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);
const Facts = ({ of }: { readonly of: RightsSnapshot }) => (
  <dl className="rights-facts">
    <dt>用户</dt>
    <dd>
      {of.nickName}（{of.username}）
    </dd>
    <dt>部门</dt>
    <dd>{of.deptName || '—'}</dd>
    <dt>截至</dt>
    <dd>{of.day} 结束时</dd>
    <dt>能否登录</dt>
    <dd>{of.enters ? '能' : of.status === '2' ? '不能，没有可用角色' : '不能，用户已停用'}</dd>
    <dt>角色</dt>
    <dd>{rolesWords(of)}</dd>
    <dt>分店</dt>
    <dd>{of.shops.length === 0 ? '全部分店' : named(of.shops)}</dd>
    <dt>数据范围</dt>
    <dd>{scopeWords(of.scope)}</dd>
  </dl>
);
const Changes = ({ of: { changes } }: { readonly of: RightsSnapshot }) =>
  changes.length === 0 ? (
    <p>这一天没有改动。</p>
  ) : (
    <div className="rights-wide">
      <table>
        <thead>
          <tr>
            {['时间', '操作人', '对象', '项目', '去掉', '新增'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ id, at, by, record, label, removed, added }) => (
            <tr key={`${id}-${label}`}>
              <td>{moment(at)}</td>
              <td>{by}</td>
              <td>{record}</td>
              <td>{label}</td>
              <td>{removed || '—'}</td>
              <td>{added || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
const Lines = ({ lines, none }: { readonly lines: readonly Line[]; readonly none: string }) =>
  lines.length === 0 ? (
    <p>{none}</p>
  ) : (
    <dl className="rights-lines">
      {lines.map(({ title, words }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{words.join('、')}</dd>
        </div>
      ))}
    </dl>
  );

type SnapshotQuery = { readonly userId: string | undefined; readonly day: string | undefined };
export const Snapshot = ({ userId, day }: SnapshotQuery) => {
  const query = { userId: userId ?? '', ...(day !== undefined && { day }) };
  const { record, pending, error, retry } = useRecord(userId === undefined ? null : RIGHTS_PATH, RightsSnapshot, query);
  if (userId === undefined) return <EmptyState title="请选择用户" text="可以看到他在那一天结束时能做什么。" />;
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (pending || record === null) return <SkeletonBox height={320} />;
  return (
    <article className="rights-paper">
      <Facts of={record} />
      <Part title="这一天的改动">
        <Changes of={record} />
      </Part>
      <Part title={record.all ? '权限：系统管理员，拥有全部权限' : `权限（${record.keys.length}项）`}>
        {record.all ? null : <Lines lines={keyLines(record)} none="没有任何权限。" />}
      </Part>
      <Part title="菜单">
        <Lines lines={pageLines(record)} none="没有菜单。" />
      </Part>
      {record.apis.length > 0 && (
        <Part title="另外开放的接口">
          <ul>
            {record.apis.map(({ action, path, title }) => (
              <li key={`${action} ${path}`}>
                {title}　{action} {path}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </article>
  );
};
