/** What /readyz asks of the house. */
import type { Health } from 'projections/platform/daemon/daemon';
import type { OtherLog } from 'projections/platform/rebuild/same-log';
import { sql, type DatabasePool } from 'slonik';
import { sentenceOf } from '../log/other-log.ts';
import type { Config } from '../../services/platform/process/config.ts';
import type { EventStore, Writership } from '../../services/platform/event-store/port.ts';
import type { Check } from '../../services/platform/http/health.ts';
import type { ReadSide } from '../read-side.ts';

const stateReason = ({ name, state, error }: Health): string | null => {
  if (state === 'failed') return `${name} 已停止：${error?.reason ?? '处理事件出错'}`;
  return state === 'catching-up' || state === 'rebuilding' ? `${name} 正在追赶` : null;
};
/** Why each read model that stopped here did. */
export const stoppedOf = (health: readonly Health[]): readonly string[] =>
  health.filter(({ state }) => state === 'failed').map((one) => stateReason(one) ?? one.name);
/** Who saves, where it is not this process; null: it is. */
const writesElsewhere = (writership: Writership): string | null => {
  const place = writership.place();
  if (place.kind === 'here') return null;
  if (place.kind !== 'elsewhere') return '暂时没有进程负责保存，正在接替';
  return place.address === null ? '由另一个进程负责' : `由${place.address}负责`;
};
type Checked = {
  readonly master: DatabasePool;
  readonly store: EventStore;
  readonly other: OtherLog | null;
};
const storesOf = ({ master, store, other }: Checked): readonly Check[] => [
  { name: '事件日志', check: async () => (other === null ? null : sentenceOf(other)) },
  { name: '数据库', check: async () => (await master.query(sql.unsafe`SELECT 1`)) && null },
  { name: '事件存储', check: async () => ((await store.head()) >= -1 ? null : '无法读取') },
];
/** Read models may be behind. */
const writeChecksOf = (checked: Checked, isApi: boolean): readonly Check[] => [
  ...storesOf(checked),
  {
    name: '保存',
    check: async () => {
      const { writership } = checked.store;
      if (!isApi) return '本进程不接受请求';
      return writership === undefined ? null : writesElsewhere(writership);
    },
  },
];
const readChecksOf = (checked: Checked, readSide: ReadSide): readonly Check[] => [
  ...storesOf(checked),
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
/** What /readyz asks, and what /readyz?for=write does. */
export const checksOf = (
  checked: Checked,
  readSide: ReadSide,
  { roles }: Pick<Config, 'roles'>,
): { readonly checks: readonly Check[]; readonly writeChecks: readonly Check[] } => ({
  checks: readChecksOf(checked, readSide),
  writeChecks: writeChecksOf(checked, roles.has('api')),
});
