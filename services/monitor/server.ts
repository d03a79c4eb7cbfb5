/** Looks at the machine: what it is, and how busy it was since the last look. */
import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { isoWithOffset } from '../contracts/dates.ts';
import type { ServerMonitor } from './contract.ts';
import { readContainer, type Container } from './container.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const KB = 1024;
/** An average over a longer time says nothing of now: a first look is thrown away. */
const OLD_MS = 30_000;
const FIRST_MS = 300;
/** Several windows share one look. */
const SHARED_MS = 1_000;

const rounded = (value: number): number => Math.round((Number.isFinite(value) ? value : 0) * 100) / 100;
const share = (used: number, total: number, unit: number) => ({
  used: rounded(used / unit),
  total: rounded(total / unit),
  percent: total === 0 ? 0 : rounded(Math.min(100, (used / total) * 100)),
});

const PRIVATE = /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/;
const ownAddress = (): string =>
  Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';

type Look = {
  readonly at: number;
  readonly load: number;
  readonly in: number;
  readonly out: number;
  readonly container: Container;
};
/** What the system tells of itself: loaded with the first look, not with the house. */
const system = () => import('systeminformation');
const look = async (): Promise<Look> => {
  const { currentLoad, networkStats } = await system();
  const [load, [net], container] = await Promise.all([currentLoad(), networkStats(), readContainer()]);
  return { at: performance.now(), load: load.currentLoad, in: net?.rx_sec ?? 0, out: net?.tx_sec ?? 0, container };
};

/** Percent of what may be used: of the container's cores, where it has a limit. */
const busy = (before: Look, now: Look): number => {
  const [was, is] = [before.container.cpu, now.container.cpu];
  if (was === null || is === null) return rounded(now.load);
  const passedUs = (now.at - before.at) * 1_000;
  return rounded(Math.min(100, ((is.usedUs - was.usedUs) / (passedUs * is.cores)) * 100));
};

/** What the machine has, or less where the container has a limit. */
const within = (own: Container['mem'], used: number, total: number) =>
  own !== null && own.limit < total ? share(own.used, own.limit, MB) : share(used, total, MB);
const memory = async (container: Container) => {
  const { mem } = await system();
  const { total, available, swaptotal, swapused } = await mem();
  return {
    mem: within(container.mem, total - available, total),
    swap: within(container.swap, swapused, swaptotal),
  };
};
/** Of the disk where the data lies; what is kept back for the system is nobody's to use. */
const disk = async (folder: string) => {
  const { bsize, blocks, bfree, bavail } = await statfs(folder);
  const used = (blocks - bfree) * bsize;
  return share(used, used + bavail * bsize, GB);
};
const cpuInfo = async () => {
  const { cpu } = await system();
  const { manufacturer, brand, cores } = await cpu();
  return [{ modelName: `${manufacturer} ${brand}`.trim(), cores }];
};
const HOUR_S = 3_600;
const describe = async (before: Look, now: Look, dataDir: string): Promise<ServerMonitor> => {
  const ip = ownAddress();
  return {
    os: {
      goOs: process.platform,
      arch: process.arch,
      version: process.version,
      hostName: os.hostname(),
      ip,
      time: isoWithOffset(new Date()),
      projectDir: process.cwd(),
    },
    ...(await memory(now.container)),
    cpu: {
      cpuInfo: await cpuInfo(),
      percent: busy(before, now),
      cpuNum: rounded(now.container.cpu?.cores ?? os.availableParallelism()),
    },
    disk: await disk(dataDir),
    net: { in: rounded(now.in / KB), out: rounded(now.out / KB) },
    location: PRIVATE.test(ip) ? '内网IP' : '',
    bootTime: rounded(os.uptime() / HOUR_S),
  };
};

/** Answers how the server is now; whoever asks at the same time gets the same. */
export const serverWatch = (dataDir: string): (() => Promise<ServerMonitor>) => {
  let last: Look | undefined;
  let shared: { readonly at: number; readonly answer: Promise<ServerMonitor> } | undefined;
  const take = async (): Promise<ServerMonitor> => {
    let before = last;
    if (before === undefined || performance.now() - before.at > OLD_MS) {
      before = await look();
      await pause(FIRST_MS);
    }
    last = await look();
    return describe(before, last, dataDir);
  };
  return () => {
    if (shared === undefined || performance.now() - shared.at > SHARED_MS) {
      const answer = take();
      shared = { at: performance.now(), answer };
      answer.catch(() => (shared = undefined));
    }
    return shared.answer;
  };
};
