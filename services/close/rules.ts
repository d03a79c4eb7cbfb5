/** What closing and reopening ask (R141). Pure. */
import { addDays } from '../contracts/dates.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { listOfNames } from '../contracts/success.ts';
import type { PendingKind } from './contract.ts';

/** As it stands: the shop's name, and its last closed day. */
export type ShopClosing = { readonly shopName: string; readonly closedUntil: string | null };

const conflictAtDay = (code: string, message: string): Refusal =>
  refuse('conflict', code, message, { fields: [{ path: 'closedUntil', message }] });
export const refuseClosing = (
  { shopName, closedUntil }: ShopClosing,
  { until, today }: { readonly until: string; readonly today: string },
): Refusal | null => {
  if (until > addDays(today, -1)) return refuseField('close.today', 'closedUntil', '只能结账到昨天');
  return closedUntil !== null && until <= closedUntil
    ? conflictAtDay('close.closed', `${shopName} 已结账至 ${closedUntil}`)
    : null;
};
export const refuseReopening = ({ shopName, closedUntil }: ShopClosing, until: string | null): Refusal | null => {
  if (closedUntil === null) return refuse('conflict', 'close.open', `${shopName} 没有结账`);
  return until !== null && until >= closedUntil
    ? refuseField('close.later', 'closedUntil', `保留的结账日要早于 ${closedUntil}`)
    : null;
};

const namesOf = ({ label, documents, more }: PendingKind): string =>
  `${label}${documents.map(({ no }) => no).join('、')}${more ? ' 等' : ''}`;
const saidOf = (pending: readonly PendingKind[]): string => pending.map(namesOf).join('；');
export const countOf = (pending: readonly PendingKind[]): number =>
  pending.reduce((sum, { documents }) => sum + documents.length, 0);

/** Asks whether to close all the same. */
export const refusePending = (pending: readonly PendingKind[]): Refusal | null => {
  if (pending.length === 0) return null;
  const names = listOfNames(
    pending.flatMap(({ documents }) => documents.map(({ no }) => no)),
    '张',
  );
  return refuse('conflict', 'close.pending', `还有单据未审核：${names}`, { data: pending });
};

type Who = { readonly user: { readonly nickName: string } };
export const forcedNote = (
  {
    shopId,
    shopName,
    until,
    pending,
  }: {
    readonly shopId: number;
    readonly shopName: string;
    readonly until: string;
    readonly pending: readonly PendingKind[];
  },
  { user }: Who,
): ExceptionNote => ({
  kind: 'closed-day',
  shopId,
  what: `${user.nickName}把${shopName}结账至${until}，还有单据未审核：${saidOf(pending)}`,
});
export const reopenedNote = (
  {
    shopId,
    shopName,
    from,
    until,
    reason,
  }: {
    readonly shopId: number;
    readonly shopName: string;
    /** The day that was closed until now, and the one that stays so. */
    readonly from: string;
    readonly until: string | null;
    readonly reason: string;
  },
  { user }: Who,
): ExceptionNote => ({
  kind: 'closed-day',
  shopId,
  what: `${user.nickName}重开${shopName}的账：原结账至${from}，${until === null ? '现全部未结' : `现结账至${until}`}，原因：${reason}`,
});
