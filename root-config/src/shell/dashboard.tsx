/** 首页 (R93): what was sold today beside yesterday and last year, what waits, the gold price; every number opens its list. */
import { useQuery } from '@tanstack/react-query';
import { DASHBOARD_PATH, Dashboard as Answer, MOST_COUNTED, type Block } from 'projections/dashboard/contract';
import { RouterLink, client, menuAt, messageOf, useCan, useSession } from 'root-config/api';
import { FailedState, SkeletonBox, count, moment, money, weight } from 'root-config/ui';
import type { ReactNode } from 'react';
import { HourBars, PartTable, type ShareRow } from './dashboard-shares.tsx';
import styles from './dashboard.module.css';

/** Figures of a day grow while it is looked at. */
const REFRESH_MS = 60_000;
const useDashboard = () =>
  useQuery({
    queryKey: [DASHBOARD_PATH],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      Answer.parse(await client.get(DASHBOARD_PATH, {}, { signal })),
    refetchInterval: REFRESH_MS,
  });

/** Leads to a page that the user's menu has; elsewhere it is only the words. */
const To = ({
  path,
  children,
  className,
}: {
  path: string | null;
  children: ReactNode;
  className?: string | undefined;
}) => {
  const { menus } = useSession();
  const isOpen = path !== null && menuAt(menus, path.split('?')[0] ?? '') !== null;
  return isOpen ? (
    <RouterLink to={path} className={className}>
      {children}
    </RouterLink>
  ) : (
    <span className={className}>{children}</span>
  );
};
const ordersOn = (day: string, more = ''): string => `/sales/order?beginTime=${day}&endTime=${day}${more}`;

const pendingWords = ({ orders, pending }: Block): string => {
  if (pending.orders > 0) return `${count(pending.orders)} 单未审核，${money(pending.amount)}`;
  return orders === 0 ? '没有销售单' : '全部已审核';
};
const BlockCard = ({ title, block, opens }: { title: string; block: Block; opens: boolean }) => {
  const { day, orders, amount, factFee, num, goldWeight, margin, pending } = block;
  const path = opens ? ordersOn(day) : null;
  return (
    <section className={styles['block']} aria-label={`${title} ${day}`}>
      <h2>
        {title}
        <small>{day}</small>
      </h2>
      <To path={path} className={styles['amount']}>
        {money(amount)}
      </To>
      <dl>
        <dt>实付金额</dt>
        <dd>
          <To path={path}>{money(factFee)}</To>
        </dd>
        <dt>销售单</dt>
        <dd>
          <To path={path}>{count(orders)} 单</To>
        </dd>
        <dt>件数</dt>
        <dd>
          <To path={path}>{count(num)} 件</To>
        </dd>
        <dt>金重</dt>
        <dd>
          <To path={path}>{weight(goldWeight)}</To>
        </dd>
        {margin === undefined ? null : (
          <>
            <dt>毛利</dt>
            <dd>
              <To path={path}>{money(margin)}</To>
            </dd>
          </>
        )}
      </dl>
      <p>
        <To path={opens && pending.orders > 0 ? ordersOn(day, '&auditFlag=1') : null}>{pendingWords(block)}</To>
      </p>
    </section>
  );
};

const Todos = ({ todo }: Pick<Answer, 'todo'>) => (
  <section className={styles['panel']} aria-label="待办">
    <h2>待办</h2>
    {todo.length === 0 ? <p className={styles['none']}>没有等您处理的事。</p> : null}
    <ul className={styles['todos']}>
      {todo.map(({ title, count: waiting, unit, path }) => (
        <li key={path}>
          <To path={path}>
            <span>{title}</span>
            <strong>
              {count(waiting)}
              {waiting === MOST_COUNTED ? '+' : ''} {unit}
            </strong>
          </To>
        </li>
      ))}
    </ul>
  </section>
);

const GoldPrices = ({ goldPrice }: Pick<Answer, 'goldPrice'>) => (
  <section className={styles['panel']} aria-label="今日金价">
    <h2>
      <To path="/sales/quoted-price">今日金价</To>
      {goldPrice === null ? null : <small>{moment(goldPrice.validFrom)} 起</small>}
    </h2>
    {goldPrice === null ? <p className={styles['none']}>还没有报价。</p> : null}
    <table className={styles['prices']}>
      <tbody>
        {goldPrice?.list.map(({ name, goldContent, price, measureUnit }) => (
          <tr key={`${name} ${goldContent}`}>
            <th scope="row">
              {name} {goldContent === '' ? null : <small>{goldContent}‰</small>}
            </th>
            <td>{price === 0 ? '未报价' : `${money(price).slice(1)} ${measureUnit}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** A report that is not in the menu is no way. */
const partsOf = ({ today, byShop, bySeller, byCategory }: Answer) => {
  const days = `beginTime=${today.day}&endTime=${today.day}`;
  const shops = byShop.map(({ shopId, shopName, ...part }): ShareRow => ({
    key: String(shopId),
    name: shopName,
    path: ordersOn(today.day, `&shopId=${shopId}`),
    ...part,
  }));
  const sellers = bySeller.map(({ sellerId, seller, pendingAmount, ...part }): ShareRow => ({
    key: `${sellerId} ${seller}`,
    name: seller,
    path: `/sales/report-score?${days}&seller=${encodeURIComponent(seller)}`,
    ...(Number(pendingAmount) !== 0 && { note: `${money(pendingAmount)} 未审核` }),
    ...part,
  }));
  const categories = byCategory.map(({ type, amount, num }): ShareRow => ({
    key: type,
    name: type,
    path: `/sales/report-detail?${days}&type=${encodeURIComponent(type)}`,
    amount,
    num,
  }));
  return { shops, sellers, categories };
};

const Figures = ({ data }: { data: Answer }) => {
  const anyDay = useCan('biz:date:any');
  const { shops, sellers, categories } = partsOf(data);
  return (
    <>
      <div className={styles['blocks']}>
        <BlockCard title="今天" block={data.today} opens />
        <BlockCard title="昨天" block={data.yesterday} opens />
        <BlockCard title="去年同日" block={data.lastYearSameDay} opens={anyDay} />
      </div>
      <div className={styles['panels']}>
        <Todos todo={data.todo} />
        <GoldPrices goldPrice={data.goldPrice} />
        <HourBars hours={data.byHour} pathOf={(hour) => ordersOn(data.today.day, `&hour=${hour}`)} link={To} />
        <PartTable title="今天各分店" first="分店" rows={shops} link={To} />
        <PartTable title="今天各销售员" first="销售员" rows={sellers} link={To} />
        <PartTable title="今天各类别" first="首饰类别" rows={categories} link={To} />
      </div>
    </>
  );
};

export const Dashboard = () => {
  const { data, error, refetch } = useDashboard();
  if (data !== undefined) return <Figures data={data} />;
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <div className={styles['blocks']} aria-busy>
      {['今天', '昨天', '去年同日'].map((each) => (
        <SkeletonBox key={each} height={190} />
      ))}
    </div>
  );
};
