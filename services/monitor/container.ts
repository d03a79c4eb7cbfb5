/** What the container may use, as the kernel keeps it: cgroup version 2, or version 1. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Bytes. */
type Allowance = { readonly used: number; readonly limit: number };
/** Each is null without a limit. */
export type Container = {
  readonly mem: Allowance | null;
  readonly swap: Allowance | null;
  /** Cores that may be used and the microseconds of work so far. */
  readonly cpu: { readonly cores: number; readonly usedUs: number } | null;
};
/** Version 1 says "no limit" by a number near 2⁶³. */
const NO_LIMIT = 2 ** 60;

type Text = string | null;
type Read = (name: string) => Promise<Text>;
const readerAt =
  (root: string): Read =>
  async (name) => {
    try {
      return (await readFile(path.join(root, name), 'utf8')).trim();
    } catch {
      return null;
    }
  };
const amount = (text: Text | undefined): number | null => {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) && value >= 0 && value < NO_LIMIT ? value : null;
};
const fieldOf = (text: Text | undefined, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text ?? '')?.[1] ?? 0);
/** `cache`: pages of files are given back when somebody needs room, they count as free. */
const limited = (used: number | null, limit: number | null, cache = 0): Allowance | null =>
  used === null || limit === null ? null : { used: Math.max(0, used - cache), limit };
const cores = (quota: number | null, period: number | null, usedUs: number): Container['cpu'] =>
  quota === null || period === null || period === 0 ? null : { cores: quota / period, usedUs };

const version2 = async (read: Read): Promise<Container> => {
  const [max, used, swapMax, swapUsed] = (
    await Promise.all(['memory.max', 'memory.current', 'memory.swap.max', 'memory.swap.current'].map(read))
  ).map(amount);
  const [stat, cpuMax, cpuStat] = await Promise.all(['memory.stat', 'cpu.max', 'cpu.stat'].map(read));
  const [quota, period] = (cpuMax ?? '').split(' ').map(amount);
  return {
    mem: limited(used ?? null, max ?? null, fieldOf(stat, 'inactive_file')),
    swap: limited(swapUsed ?? null, swapMax ?? null),
    cpu: cores(quota ?? null, period ?? null, fieldOf(cpuStat, 'usage_usec')),
  };
};
const NANO_PER_MICRO = 1_000;
const version1 = async (read: Read): Promise<Container> => {
  const [max, used, quota, period, worked] = (
    await Promise.all(
      [
        'memory/memory.limit_in_bytes',
        'memory/memory.usage_in_bytes',
        'cpu/cpu.cfs_quota_us',
        'cpu/cpu.cfs_period_us',
        'cpuacct/cpuacct.usage',
      ].map(read),
    )
  ).map(amount);
  const stat = await read('memory/memory.stat');
  return {
    mem: limited(used ?? null, max ?? null, fieldOf(stat, 'total_inactive_file')),
    swap: null,
    cpu: cores(quota ?? null, period ?? null, (worked ?? 0) / NANO_PER_MICRO),
  };
};

/** `root` is where the kernel shows control groups. */
export const readContainer = async (root = '/sys/fs/cgroup'): Promise<Container> => {
  const read = readerAt(root);
  return (await read('cgroup.controllers')) === null ? version1(read) : version2(read);
};
