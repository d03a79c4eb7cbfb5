/** Settings that bound what people do: who changes one is a row in 异常 with the value before and after (R146, R148). */
import type { ExceptionDesk } from '../../contracts/exception.ts';
import type { Actor } from '../../contracts/route.ts';
import { SECRET_SETTINGS } from '../../contracts/secret-settings.ts';
import { cut } from '../../contracts/limits.ts';
import type { RowChange } from '../resource.ts';

/** These only say how the house looks, or how papers come out: nobody gains by one. Everything else bounds somebody. */
const LOOKS: ReadonlySet<string> = new Set([
  'sys_app_name',
  'sys_app_logo',
  'sys_index_skinName',
  'sys_index_sideTheme',
  'beian',
  'print_direct',
]);
const SHOWN = 60;
const valueOf = (row: RowChange['before']): string | null => (row === null ? null : String(row['config_value']));
const shown = (value: string): string => cut(value, SHOWN) || '空';
/** Two long values that begin alike are shown from where they part. */
const partedAt = (was: string, is: string): readonly [was: string, is: string] => {
  if (shown(was) !== shown(is)) return [shown(was), shown(is)];
  const [before, after] = [Array.from(was), Array.from(is)];
  const from = before.findIndex((letter, index) => letter !== after[index]);
  const start = from === -1 ? before.length : from;
  return [`…${shown(before.slice(start).join(''))}`, `…${shown(after.slice(start).join(''))}`];
};
const changeSaid = (name: string, was: string | null, is: string | null): string => {
  if (was === null) return `新增设置“${name}”：${shown(is ?? '')}`;
  if (is === null) return `删除设置“${name}”（原为${shown(was)}）`;
  const [old, changed] = partedAt(was, is);
  return `设置“${name}”由${old}改为${changed}`;
};
/** What an owner reads; null: nothing that bounds anything was changed. */
export const limitSaid = ({ before, after }: RowChange): string | null => {
  const row = after ?? before;
  const key = String(row?.['config_key']);
  if (row === null || LOOKS.has(key) || SECRET_SETTINGS.has(key)) return null;
  const [was, is] = [valueOf(before), valueOf(after)];
  if (was === is) return null;
  const [name = key] = String(row['config_name']).split(/[，：]/);
  return changeSaid(name, was, is);
};
export const noteLimits = async (
  exceptions: ExceptionDesk,
  changes: readonly RowChange[],
  by: Actor,
): Promise<void> => {
  for (const change of changes) {
    const what = limitSaid(change);
    if (what !== null) await exceptions.note({ kind: 'limit-changed', shopId: null, what }, by);
  }
};
