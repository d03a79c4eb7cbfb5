/** Whether the house runs, and whose its port is. */
import net from 'node:net';
import { z } from 'zod';
import { attention, bad, good, type Finding, type CheckContext, type StateCheck } from './check.ts';

const ASK_MS = 4_000;
const Answer = z.object({
  msg: z.string(),
  data: z
    .object({ warnings: z.array(z.string()).optional() })
    .loose()
    .nullable(),
});

/** Where this machine reaches what listens there. */
const addressOf = ({ host, port }: CheckContext['config']): string => {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${net.isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
};
const ask = async (place: Pick<CheckContext, 'config'>, path: string) => {
  const reply = await fetch(`${addressOf(place.config)}${path}`, { signal: AbortSignal.timeout(ASK_MS) });
  return { status: reply.status, ...Answer.parse(await reply.json()) };
};
/** A house answers at the port. */
export const isServed = async (place: Pick<CheckContext, 'config'>): Promise<boolean> =>
  ask(place, '/healthz').then(
    ({ status }) => status === 200,
    () => false,
  );

const MOVE = '用 PORT 换一个端口，或结束占用它的程序';
const WHY: Readonly<Record<string, (port: number, host: string) => Finding>> = {
  EADDRINUSE: (port) => bad(`端口 ${port} 被其他程序占用`, MOVE),
  EACCES: (port) => bad(`没有权限使用端口 ${port}`, '用 PORT 换一个 1024 以上的端口'),
  EADDRNOTAVAIL: (_port, host) => bad(`本机没有地址 ${host}`, '把 HOST 改为本机的地址'),
};
/** Listens for a moment, as the house would. */
const triedPort = ({ port, host }: CheckContext['config']): Promise<Finding> =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = WHY[error.code ?? ''];
      if (why === undefined) reject(error);
      else resolve(why(port, host));
    });
    server.listen({ port, host, exclusive: true }, () =>
      server.close(() =>
        resolve(
          attention(
            `端口 ${port} 空闲，没有系统在这里运行`,
            '用 npm start 启动；在别的端口运行的用 PORT=端口 npm run doctor 检查',
          ),
        ),
      ),
    );
  });

const readiness = async (place: CheckContext): Promise<Finding> => {
  const { status, msg, data } = await ask(place, '/readyz');
  const at = `端口 ${place.config.port}`;
  if (status !== 200) return bad(`正在运行，${at}，但没有就绪：${msg}`, '按所说的原因处理；它恢复后自动就绪');
  const warnings = data?.warnings ?? [];
  return warnings.length === 0
    ? good(`正在运行，${at}`)
    : attention(`正在运行，${at}，${warnings.join('；')}`, '按所说的处理；未更新的数据在“系统 → 读模型”查看并重试');
};

const HOUR_S = 3_600;
const sinceStart = (): string => {
  const hours = process.uptime() / HOUR_S;
  return hours < 1 ? `${Math.floor(hours * 60)} 分钟` : `${Math.floor(hours)} 小时`;
};
export const ports: StateCheck = {
  name: 'ports',
  title: '运行与端口',
  look: async (place) => {
    if (place.itself) return good(`端口 ${place.config.port}，已运行 ${sinceStart()}`);
    return place.running ? readiness(place) : triedPort(place.config);
  },
};
