/** Why rows of master data are not deleted, in words. */
import { refuse, type Refusal } from '../contracts/refusal.ts';

export type UndeletableRow = { readonly id: number; readonly message: string };
export const refuseDeletion = (kept: readonly UndeletableRow[]): Refusal => {
  const [only] = kept;
  const message =
    kept.length === 1 && only !== undefined
      ? only.message
      : kept.map((row) => `编号${row.id}：${row.message}`).join('；');
  return refuse('conflict', 'master.in_use', message, { data: kept });
};

export const absent = (id: number, title: string): Refusal =>
  refuse('not-found', 'master.missing', `编号${id}的${title}不存在或已删除`, { data: [{ id }] });
