/** 他会看到什么: what somebody sees who signs in now, as the server says it. */
import { messageOf, useRecord } from 'root-config/api';
import { Dialog, FailedState, Label, SkeletonBox } from 'root-config/ui';
import type { ReactNode } from 'react';
import { PersonSight, SHOP_SETUP_PATH } from 'services/system/contract';
import { scopeWords } from '../rights/scope-words.ts';

type Fact = readonly [title: string, words: ReactNode];
const signIn = ({ outside, mustChangePassword }: PersonSight): string => {
  if (outside !== '') return `不能：${outside}`;
  return mustChangePassword ? '能，首次登录先改密码' : '能';
};
const factsOf = (sight: PersonSight): readonly Fact[] => {
  const { deptName, shops, rows, seesCost, seesPersons, may } = sight;
  return [
    ['能否登录', signIn(sight)],
    ['部门', deptName || '—'],
    [
      '分店',
      shops.length === 0 ? (
        <Label key="all" variant="attention">
          全部分店，含以后新开的
        </Label>
      ) : (
        shops.join('、')
      ),
    ],
    ['数据', scopeWords(rows)],
    ['成本', seesCost ? '看得到' : '看不到'],
    ['客户电话', seesPersons ? '完整显示' : '只显示开头和后四位'],
    ['能做', may.join('、') || '只能查看'],
  ];
};
const Shown = ({ sight }: { readonly sight: PersonSight }) => (
  <div className="shop-setup-sight">
    {sight.all ? <p>系统管理员：全部页面、全部分店、全部数据。</p> : null}
    <dl aria-label="会看到的范围">
      {factsOf(sight).map(([title, words]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
    <h3>左侧菜单里的页面</h3>
    {sight.areas.length === 0 ? (
      <p>没有页面。给他选一个启用的角色。</p>
    ) : (
      <dl aria-label="会看到的页面">
        {sight.areas.map(({ area, pages }) => (
          <div key={area === '' ? pages.join() : area}>
            <dt>{area === '' ? '最上面' : area}</dt>
            <dd>{pages.join('、')}</dd>
          </div>
        ))}
      </dl>
    )}
  </div>
);

type Props = { readonly userId: number; readonly name: string; readonly onClose: () => void };
export const SightDialog = ({ userId, name, onClose }: Props) => {
  const { record, error, retry } = useRecord(`${SHOP_SETUP_PATH}/sight/${userId}`, PersonSight);
  return (
    <Dialog title={`${name}会看到什么`} width="xlarge" onClose={onClose}>
      {error !== null ? (
        <FailedState message={messageOf(error)} onRetry={retry} />
      ) : record === null ? (
        <SkeletonBox height={280} />
      ) : (
        <Shown sight={record} />
      )}
    </Dialog>
  );
};
