/** What /readyz asks of the house. */
import type { Health } from 'projections/platform/daemon';
import type { OtherLog } from 'projections/platform/same-log';
import { sql, type DatabasePool } from 'slonik';
import { sentenceOf } from './other-log.ts';
import type { EventStore } from './platform/event-store/port.ts';
import type { Check } from './platform/http/health.ts';
import type { ReadSide } from './read-side.ts';

const stateReason = ({ name, state, error }: Health): string | null => {
  if (state === 'failed') return `${name} 已停止：${error?.reason ?? '处理事件出错'}`;
  return state === 'catching-up' || state === 'rebuilding' ? `${name} 正在追赶` : null;
};
/** Why each read model that stopped here did. */
export const stoppedOf = (health: readonly Health[]): readonly string[] =>
  health.filter(({ state }) => state === 'failed').map((one) => stateReason(one) ?? one.name);
export const checksOf = (
  master: DatabasePool,
  store: EventStore,
  readSide: ReadSide,
  other: OtherLog | null,
): readonly Check[] => [
  { name: '事件日志', check: async () => (other === null ? null : sentenceOf(other)) },
  { name: '数据库', check: async () => (await master.query(sql.unsafe`SELECT 1`)) && null },
  { name: '事件存储', check: async () => ((await store.head()) >= -1 ? null : '无法读取') },
  {
    name: '读模型',
    check: async () => {
      const reasons = readSide
        .health()
        .map(stateReason)
        .filter((reason) => reason !== null);
      return reasons.length === 0 ? null : reasons.join('，');
    },
  },
];
