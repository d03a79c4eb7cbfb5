/** What giving and ending a word that stands asks (R132), and how 异常 tells of it. Pure. */
import { addDays } from '../contracts/dates.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import { cut } from '../contracts/limits.ts';
import { refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { listOfNames } from '../contracts/success.ts';
import { LONGEST_DAYS, type LongApprovalBody } from './contract.ts';

type ApprovalScope = Pick<LongApprovalBody, 'barcodes' | 'type' | 'style' | 'until'>;
const refuseGoods = ({ barcodes, type, style }: ApprovalScope): Refusal | null => {
  const byKind = type !== '' || style !== '';
  if (barcodes.length > 0) return byKind ? refuseField('standing.both', 'type', '条码和类别款式只能选一种') : null;
  if (!byKind) return refuseField('standing.goods', 'barcodes', '请填写条码，或选择首饰类别和款式');
  if (type === '') return refuseField('standing.type', 'type', '请选择首饰类别');
  return style === '' ? refuseField('standing.style', 'style', '请选择首饰款式') : null;
};
export const refuseStanding = (asked: ApprovalScope, today: string): Refusal | null => {
  const refused = refuseGoods(asked);
  if (refused !== null) return refused;
  if (asked.until < today) return refuseField('standing.over', 'until', '截止日期不能早于今天');
  return asked.until > addDays(today, LONGEST_DAYS)
    ? refuseField('standing.long', 'until', `长期授权最长${LONGEST_DAYS}天`)
    : null;
};
/** An ended one, or one whose last day is over, has nothing left to end. */
export const refuseEnding = (
  { endedAt, until }: { readonly endedAt: unknown; readonly until: string },
  today: string,
): Refusal | null => {
  if (endedAt !== null && endedAt !== undefined) return refuse('conflict', 'standing.ended', '该长期授权已结束');
  return until < today ? refuse('conflict', 'standing.over', '该长期授权已到期') : null;
};

const MOST_TOLD = 200;
type ApprovalGrant = ApprovalScope & { readonly percent: number; readonly reason: string };
/** `FL1、FL2`, or `戒指 光圈`. */
const goodsOf = ({ barcodes, type, style }: Pick<ApprovalGrant, 'barcodes' | 'type' | 'style'>): string =>
  barcodes.length > 0 ? cut(listOfNames(barcodes, '件'), MOST_TOLD) : `${type}${style}`;
type Who = { readonly user: { readonly nickName: string } };
export const givenNote = (
  { shopId, shopName, ...given }: ApprovalGrant & { readonly shopId: number; readonly shopName: string },
  { user }: Who,
): ExceptionNote => ({
  kind: 'standing-word',
  shopId,
  what: `${user.nickName}给出长期授权：${shopName} ${goodsOf(given)} 不低于${given.percent}%，至${given.until}，原因：${given.reason}`,
});
export const endedNote = (
  {
    shopId,
    shopName,
    goods,
    giver,
    reason,
  }: {
    readonly shopId: number;
    readonly shopName: string;
    readonly goods: Pick<ApprovalGrant, 'barcodes' | 'type' | 'style'>;
    readonly giver: { readonly id: number; readonly name: string };
    readonly reason: string;
  },
  { user }: Who & { readonly user: { readonly id: number } },
): ExceptionNote => ({
  kind: 'standing-word',
  shopId,
  ...(giver.id !== user.id && { second: giver }),
  what: `${user.nickName}提前结束${giver.name}给出的长期授权：${shopName} ${goodsOf(goods)}，原因：${reason}`,
});
