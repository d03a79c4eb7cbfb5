/** 服务监控 (S2§2.17, R129): how busy the server is, looked at every five seconds while the page is seen. */
import { useQuery } from '@tanstack/react-query';
import { client, messageOf } from 'root-config/api';
import { FailedState, Heading, SkeletonBox, moment, number } from 'root-config/ui';
import { MONITOR_EVERY_MS, SERVER_MONITOR_PATH, ServerMonitor } from 'services/monitor/contract';
import type { ReactNode } from 'react';
import { bandOf } from './bands.ts';
import './monitor.css';

const useMonitor = () =>
  useQuery({
    queryKey: [SERVER_MONITOR_PATH],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      ServerMonitor.parse((await client.request('GET', SERVER_MONITOR_PATH, { signal })).whole),
    refetchInterval: MONITOR_EVERY_MS,
    // A page nobody sees asks nothing, and asks at once when it is seen again.
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });

/** With so many decimals at most. */
const rounded = (value: number, places: number): string => number(Number(value.toFixed(places)));
type Fact = readonly [name: string, value: ReactNode];
const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
type GaugeProps = { readonly title: string; readonly percent: number; readonly facts: readonly Fact[] };
const Gauge = ({ title, percent, facts }: GaugeProps) => (
  <section className="monitor-card" aria-label={title}>
    <h3>{title}</h3>
    <p className="monitor-percent">{rounded(percent, 1)}%</p>
    <div
      className="monitor-bar"
      role="meter"
      aria-label={`${title}使用率`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div style={{ width: `${Math.min(100, percent)}%`, background: bandOf(percent) }} />
    </div>
    <Facts facts={facts} />
  </section>
);
const MB_PER_GB = 1024;
const ofMemory = (mb: number): string =>
  mb >= MB_PER_GB ? `${rounded(mb / MB_PER_GB, 1)} GB` : `${rounded(mb, 0)} MB`;
const used = ({ used: taken, total }: ServerMonitor['mem'], show: (amount: number) => string): readonly Fact[] => [
  ['已用', show(taken)],
  ['总共', show(total)],
];
const HOURS_PER_DAY = 24;
const running = (hours: number): string =>
  hours >= HOURS_PER_DAY
    ? `${Math.floor(hours / HOURS_PER_DAY)} 天 ${Math.floor(hours % HOURS_PER_DAY)} 小时`
    : `${rounded(hours, 1)} 小时`;

const Shown = ({ now: { os, cpu, mem, swap, disk, net, location, bootTime } }: { readonly now: ServerMonitor }) => (
  <>
    <div className="monitor-cards">
      <Gauge
        title="处理器"
        percent={cpu.percent}
        facts={[
          ['核数', number(cpu.cpuNum)],
          ['型号', cpu.cpuInfo.map(({ modelName }) => modelName).join('、') || '—'],
        ]}
      />
      <Gauge title="内存" percent={mem.percent} facts={used(mem, ofMemory)} />
      {swap.total > 0 && <Gauge title="交换区" percent={swap.percent} facts={used(swap, ofMemory)} />}
      <Gauge title="磁盘" percent={disk.percent} facts={used(disk, (gb) => `${rounded(gb, 1)} GB`)} />
      <section className="monitor-card" aria-label="网络">
        <h3>网络</h3>
        <p className="monitor-flow">
          <span>↓ {rounded(net.in, 1)}</span> <span>↑ {rounded(net.out, 1)}</span> <small>KB/秒</small>
        </p>
        <Facts
          facts={[
            ['地址', os.ip],
            ['位置', location || '—'],
          ]}
        />
      </section>
    </div>
    {/* What a keyboard scrolls the page by. */}
    <section className="monitor-card monitor-server" aria-label="服务器" tabIndex={0}>
      <h3>服务器</h3>
      <Facts
        facts={[
          ['主机名', os.hostName],
          ['系统', `${os.goOs} ${os.arch}`],
          ['运行环境', `Node.js ${os.version.replace(/^v/, '')}`],
          ['目录', os.projectDir],
          ['时间', moment(os.time)],
          ['已运行', running(bootTime)],
        ]}
      />
    </section>
  </>
);

const MonitorScreen = () => {
  const { data, error, refetch } = useMonitor();
  return (
    <div className="monitor">
      <header>
        <Heading as="h2" variant="medium">
          服务监控
        </Heading>
        <span role="status">
          {error === null ? '每 5 秒更新' : `暂时读不到，显示的是上一次的：${messageOf(error)}`}
        </span>
      </header>
      {data !== undefined ? (
        <Shown now={data} />
      ) : error === null ? (
        <SkeletonBox height={240} />
      ) : (
        <FailedState message={messageOf(error)} onRetry={() => void refetch()} />
      )}
    </div>
  );
};
export default MonitorScreen;
