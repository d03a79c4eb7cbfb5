/** The log and what is made of it: the store, whether both belong together, lag, parked keys, versions. */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { attention, bad, found, good, whenHigh, worstOf, type CheckContext, type StateCheck } from './check.ts';
import { THRESHOLDS } from './thresholds.ts';

export const eventStore: StateCheck = {
  name: 'event-store',
  title: '事件存储',
  ask: async (_db, { head }) => {
    const since = performance.now();
    const last = await head();
    const answered = `${Math.round(performance.now() - since)} 毫秒应答`;
    return good(last < 0 ? `${answered}，还没有事件` : `${answered}，最后位置 ${last}`);
  },
};

export const sameLog: StateCheck = {
  name: 'same-log',
  title: '事件日志',
  ask: async (_db, { otherLog }) => {
    const other = await otherLog();
    return other === null
      ? good('就是读模型所属的日志')
      : bad(other, '改回原来的日志；确认要用现在这个时，按它重建读模型');
  },
};

const Live = z.object({ name: z.string(), version: z.int(), position: z.int(), still_ms: z.number(), parked: z.int() });
type Live = z.infer<typeof Live>;
const Known = z.object({ known: z.boolean() });
/** None where a house was restored and not yet started. */
const liveModels = async (db: DatabasePool): Promise<readonly Live[]> => {
  const known = await db.oneFirst(
    sql.type(
      Known,
    )`SELECT to_regclass('projection.checkpoint') IS NOT NULL AND to_regclass('projection.parked') IS NOT NULL AS known`,
  );
  if (!known) return [];
  return db.any(sql.type(Live)`
    SELECT c.name, c.version, c.position, extract(epoch FROM now() - c.moved_at)::float8 * 1000 AS still_ms,
      (SELECT count(*)::int FROM projection.parked p WHERE p.schema = c.schema) AS parked
    FROM projection.checkpoint c WHERE c.state = 'live'`);
};
const titled = ({ release }: CheckContext, name: string): string =>
  release.models.find((model) => model.name === name)?.title ?? name;
const FEW = 3;
const listed = (words: readonly string[]): string =>
  words.length <= FEW
    ? words.join('、')
    : `${words.filter((_word, place) => place < FEW).join('、')}等 ${words.length} 个`;

export const lag: StateCheck = {
  name: 'lag',
  title: '读模型进度',
  ask: async (db, place) => {
    const stopped = place.stopped();
    if (stopped.length > 0) return bad(stopped.join('；'), '看服务日志中的原因；排除后重新启动，或升级到修正的版本');
    const [head, models] = await Promise.all([place.head(), liveModels(db)]);
    if (models.length === 0) return good('还没有建立，启动后自动进行');
    const behind = models.filter(({ position }) => position < head);
    if (behind.length === 0) return good(`${models.length} 个都是最新的`);
    const names = listed(behind.map(({ name }) => titled(place, name)));
    if (!place.running) return good(`${names}还要追赶，启动后自动进行`);
    const state = worstOf(behind.map(({ still_ms: still }) => whenHigh(still, THRESHOLDS.behindMs)));
    return found(
      state,
      `${names}${state === 'good' ? '正在跟上日志' : '没有跟上日志'}`,
      '在“系统 → 读模型”查看；长时间不动时看服务日志',
    );
  },
};

export const parked: StateCheck = {
  name: 'parked',
  title: '未更新的数据',
  ask: async (db, place) => {
    const setAside = (await liveModels(db)).filter((model) => model.parked > 0);
    if (setAside.length === 0) return good('没有');
    const words = setAside.map((model) => `${titled(place, model.name)} ${model.parked} 项`);
    return attention(listed(words), '在“系统 → 读模型”查看原因，排除后点“重试”');
  },
};

export const modelVersions: StateCheck = {
  name: 'model-versions',
  title: '读模型版本',
  ask: async (db, place) => {
    const shown = new Map((await liveModels(db)).map(({ name, version }) => [name, version]));
    const { models } = place.release;
    if (shown.size === 0) return attention('还没有建立', place.running ? '正在建立' : '启动后自动建立');
    const later = models.filter(({ name, version }) => (shown.get(name) ?? 0) > version);
    const earlier = models.filter(({ name, version }) => (shown.get(name) ?? 0) < version);
    const names = (some: typeof models): string => listed(some.map(({ title }) => title));
    if (later.length > 0)
      return bad(`${names(later)}由更新的版本建立`, '用与它相同的或更新的版本；退回旧版本会使它重建');
    if (earlier.length === 0) return good(`${models.length} 个都是本版本的`);
    return attention(
      `${names(earlier)}还不是本版本的`,
      place.running ? '正在旁边重建，完成后自动启用' : '启动后自动重建，期间照常显示旧的',
    );
  },
};
