/** 仪表盘 (S2§2.27): always the administrator's; figures and charts of today's house. */
import { useCan } from 'root-config/api';
import { count, money } from 'root-config/ui';
import type { Dashboard } from 'projections/dashboard/contract';
import { CategoryPie, WeekChart, useToday } from './charts.tsx';
import { TodoList } from './todo-list.tsx';
import { TransactionTable } from './transactions.tsx';
import './demo.css';

const figuresOf = ({ today, todo }: Dashboard): readonly (readonly [string, string])[] => [
  ['今天销售额', money(today.amount)],
  ['今天实付', money(today.factFee)],
  ['今天件数', `${count(today.num)} 件`],
  ['待办', `${count(todo.reduce((sum, { count: waiting }) => sum + waiting, 0))} 项`],
];
const Figures = () => {
  const { record } = useToday();
  return (
    <dl className="demo-figures">
      {(record === null ? [] : figuresOf(record)).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
const AdminDashboard = () => {
  const sales = useCan('biz:bizSell:list');
  const report = useCan('report:reportSellDetail:list');
  return (
    <section className="demo" aria-label="仪表盘">
      <h2>仪表盘</h2>
      <Figures />
      <div className="demo-panels">
        {report && <WeekChart />}
        <CategoryPie />
        {sales && <TransactionTable />}
        <TodoList />
      </div>
    </section>
  );
};
export default AdminDashboard;
