import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type PlacedMenu, RouterLink, client, placedMenus, useCan, useSession } from 'root-config/api';
import { Button, SkeletonBox, lazily } from 'root-config/ui';
import { CheckCircleFillIcon, CircleIcon, MenuIcon } from './icons.tsx';
import { groupsOf } from './menu-groups.ts';
import { OwnWords } from './words/lazy-words.tsx';
import styles from './home.module.css';

type GuideStep = { title: string; text: string; api: string; page: RegExp; fallback: string; action: string };

const GOODS = '/biz-goods-in';
const STEPS: readonly GuideStep[] = [
  {
    title: '建分店',
    text: '先告诉系统您有哪些门店。',
    api: '/base-shop',
    page: /shop$/,
    fallback: '/admin/base-shop',
    action: '去建分店',
  },
  {
    title: '建供应商',
    text: '货从哪家来，入库和退货都要选。',
    api: '/base-supplier',
    page: /supplier$/,
    fallback: '/admin/base-supplier',
    action: '去建供应商',
  },
  {
    title: '入第一件货',
    text: '录入、打印标签，就可以开卖。',
    api: GOODS,
    page: /goods-in$/,
    fallback: '/stock/goods-in',
    action: '去入库',
  },
];

const countAt = async (path: string, signal: AbortSignal): Promise<number> =>
  z.object({ count: z.int() }).parse(await client.get(path, { pageIndex: 1, pageSize: 1 }, { signal })).count;

const countOptions = (api: string, enabled: boolean) => ({
  queryKey: [api, 'home-count'],
  queryFn: ({ signal }: { signal: AbortSignal }) => countAt(api, signal),
  enabled,
});
/** Whether each step of the first run is done; null while unknown. A house with goods has taken them all. */
const useProgress = (enabled: boolean): readonly (boolean | null)[] => {
  const { data: goods } = useQuery(countOptions(GOODS, enabled));
  return useQueries({
    queries: STEPS.map(({ api }) => countOptions(api, enabled && goods === 0)),
    combine: (results) => results.map(({ data }) => (goods ? true : data === undefined ? null : data > 0)),
  });
};

const Guide = ({ done, pages }: { done: readonly (boolean | null)[]; pages: readonly PlacedMenu[] }) => {
  const next = done.indexOf(false);
  return (
    <section aria-label="开始使用">
      <h2 className={styles['heading']}>三步开始使用</h2>
      <ol className={styles['steps']}>
        {STEPS.map(({ title, text, page, fallback, action }, index) => (
          <li key={title} className={styles['step']} data-next={index === next}>
            {done[index] ? (
              <CheckCircleFillIcon size={20} aria-label="已完成" />
            ) : (
              <CircleIcon size={20} aria-label="未完成" />
            )}
            <div>
              <strong>
                {index + 1}. {title}
              </strong>
              <p>{text}</p>
            </div>
            {!done[index] && (
              <Button
                as={RouterLink}
                to={pages.find(({ fullPath }) => page.test(fullPath))?.fullPath ?? fallback}
                variant={index === next ? 'primary' : 'default'}
              >
                {action}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};

const Entries = () => {
  const { menus } = useSession();
  return (
    <>
      {groupsOf(menus).map(({ id, title, leaves }) => (
        <section key={id}>
          <h2 className={styles['heading']}>{title}</h2>
          <ul className={styles['cards']}>
            {leaves.map((leaf) => {
              return (
                <li key={leaf.path}>
                  <RouterLink to={leaf.path} className={styles['card']}>
                    <MenuIcon title={leaf.title} icon={leaf.icon} size={20} />
                    <span>{leaf.title}</span>
                  </RouterLink>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </>
  );
};

/** In a chunk of its own: whoever opens a list first does without. */
const Dashboard = lazily(
  async () => (await import('./dashboard.tsx')).Dashboard,
  () => <SkeletonBox height={200} />,
);

const greeting = (hour: number): string => {
  if (hour < 11) return '早上好';
  if (hour < 13) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
};

/** The first run's guide for those who set the house up; afterwards the way to every page the user may open. */
export const Home = () => {
  const { user, menus } = useSession();
  const shops = useCan('base:baseShop:list');
  const suppliers = useCan('base:baseSupplier:list');
  const goods = useCan('biz:bizGoodsIn:list');
  const [hello] = useState(() => greeting(new Date().getHours()));
  const done = useProgress(shops && suppliers && goods);
  return (
    <div className={styles['home']}>
      <h1 className={styles['title']}>
        {hello}，{user?.name}
      </h1>
      {done.includes(false) && <Guide done={done} pages={placedMenus(menus)} />}
      <Dashboard />
      <OwnWords />
      <Entries />
    </div>
  );
};
