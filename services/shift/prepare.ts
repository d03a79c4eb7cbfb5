/** Rules of a shift (R13, R80): what should be there is reckoned anew, what was counted is explained, two people sign. */
import type { DatabasePool } from 'slonik';
import { dayOf } from '../contracts/dates.ts';
import { fieldsUnder, type FieldProblem } from '../contracts/envelope.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { UNASSIGNED_TILL } from '../contracts/tills.ts';
import type { Prepared, Saver } from '../documents/desk.ts';
import { shopRefusal } from '../documents/rights.ts';
import type { Identity } from '../platform/auth/identity.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import {
  SHIFT_LIST,
  expectedFenOf,
  waitsForThird,
  type ShiftBody,
  type ShiftHeader,
  type ShiftLine,
} from './contract.ts';
import { differenceLimit, differenceNotes } from './differences.ts';
import { expectedAnswer, tillNow, type TillLine, type TillNow } from './live-checks.ts';
import { giveTurnBack, takeTurn } from './turn.ts';

export type ShiftRules = {
  readonly pool: DatabasePool;
  readonly lookup: Pick<MasterLookup, 'shop' | 'till' | 'setting' | 'settlementMethods'>;
  readonly identity: Identity;
};
type SentList = ShiftBody['list'];

const refuseList = async ({ lookup }: ShiftRules, list: SentList, { lines }: TillNow): Promise<Refusal | null> => {
  const known = new Set([...(await lookup.settlementMethods()), ...lines.map(({ method }) => method)]);
  const seen = new Set<string>();
  const fields: FieldProblem[] = list.flatMap(({ balance }, index) => {
    const path = `list.${index}.balance`;
    if (seen.has(balance)) return [{ path, message: '结算方式重复' }];
    seen.add(balance);
    return known.has(balance) ? [] : [{ path, message: '结算方式不存在' }];
  });
  return fields[0] === undefined ? null : refuse('invalid', 'shift.methods', fields[0].message, { fields });
};

const NOTHING = { openingFen: 0, receivedFen: 0, correctedFen: 0, documents: 0 };
const standing = (method: string, { lines }: TillNow): TillLine =>
  lines.find((line) => line.method === method) ?? { method, ...NOTHING };
/** Money came or went since the figures were read: nothing is handed over by old ones. */
const refuseChanged = (body: ShiftBody, now: TillNow): Refusal | null => {
  const sent = new Map(body.list.map(({ balance, expected }) => [balance, expected]));
  const same =
    now.lines.every((line) => sent.get(line.method) === expectedFenOf(line)) &&
    body.list.every(({ balance, expected }) => expected === expectedFenOf(standing(balance, now)));
  return same
    ? null
    : refuse('conflict', 'shift.changed', '刚有单据保存，应有金额已变，请核对后再交班', {
        data: expectedAnswer(body, now),
      });
};
const refuseUnexplained = (list: SentList): Refusal | null => {
  const fields = list.flatMap(({ expected, counted, reason }, index) =>
    counted !== expected && reason === ''
      ? [{ path: `list.${index}.reason`, message: '实点与应有不一致，请填写原因' }]
      : [],
  );
  return fields[0] === undefined ? null : refuse('invalid', 'shift.reason', fields[0].message, { fields });
};

/** Last of all, since a code counts once: who takes the till is asked when all else is right. */
const takerOf = async (
  { identity }: ShiftRules,
  { takenBy, shopId }: ShiftBody,
  by: Saver,
): Promise<Saver['user'] | Refusal> => {
  const confirmed = () => identity.confirm(takenBy, by);
  const taker = await (by.save === undefined ? confirmed() : by.save.once('taker of the till', confirmed));
  if (isRefusal(taker)) return { ...taker, fields: fieldsUnder('takenBy', taker.fields ?? []) };
  if (taker.id === by.user.id) return refuseField('shift.taker', 'takenBy.username', '接班人不能是交班人自己');
  return limitShops(taker, [shopId]) === null
    ? taker
    : refuseField('shift.taker', 'takenBy.username', '接班人不属于该分店');
};

/** Shop and till may be closed by this user, and nothing has changed since. */
const refuseTill = async (rules: ShiftRules, body: ShiftBody, now: TillNow): Promise<Refusal | null> =>
  (await refuseList(rules, body.list, now)) ?? refuseChanged(body, now) ?? refuseUnexplained(body.list);

const linesOf = (list: SentList, now: TillNow): ShiftLine[] =>
  list.map(({ balance, counted, reason }, index) => {
    const { openingFen, receivedFen, correctedFen } = standing(balance, now);
    const kept = { method: balance, openingFen, receivedFen, correctedFen, countedFen: counted, reason };
    return { list: SHIFT_LIST, lineId: String(index), ...kept };
  });
/** A till that was closed meanwhile is handed over all the same. */
const refuseUnknownTill = async ({ lookup }: ShiftRules, { shopId, till }: ShiftBody): Promise<Refusal | null> =>
  till === UNASSIGNED_TILL || (await lookup.till(shopId, till)) !== null
    ? null
    : refuseField('shift.till', 'till', `收银台“${till}”在该分店没有登记`);

type Two = {
  readonly user: Saver['user'];
  readonly taker: Saver['user'];
  readonly day: string;
  readonly limitFen: number;
};
const headerOf = (
  { shopId, till, remark }: ShiftBody,
  now: TillNow,
  { user, taker, day, limitFen }: Two,
): ShiftHeader => ({
  shopId,
  till,
  shiftOn: day,
  afterId: now.last?.id ?? null,
  fromPosition: Math.max(0, now.last?.untilPosition ?? 0),
  untilPosition: now.untilPosition,
  handedBy: { id: user.id, name: user.nickName },
  takenBy: { id: taker.id, name: taker.nickName },
  remark,
  limitFen,
});

/** It is given back where nothing is saved. */
const turnOf = async ({ pool }: ShiftRules, body: ShiftBody, after: number, by: Saver): Promise<Refusal | null> => {
  const refused = await takeTurn(pool, body, after, by);
  if (refused === null) by.save?.undo(() => giveTurnBack(pool, body, after, by));
  return refused;
};

const WAITS = '差额超过允许范围，待第三人确认';
/** Header and lines, or the first rule that is broken. */
export const prepareShift =
  (rules: ShiftRules) =>
  async (body: ShiftBody, _before: unknown, by: Saver): Promise<Prepared<ShiftHeader, ShiftLine> | Refusal> => {
    const shop = { path: 'shopId', id: body.shopId, previous: null, label: '分店' };
    const refused =
      limitShops(by.user, [body.shopId]) ??
      (await shopRefusal(rules.lookup, shop)) ??
      (await refuseUnknownTill(rules, body));
    if (refused !== null) return refused;
    const now = await tillNow(rules.pool, body);
    const wrong = await refuseTill(rules, body, now);
    if (wrong !== null) return wrong;
    const taker = await takerOf(rules, body, by);
    if (isRefusal(taker)) return taker;
    const after = now.last?.id ?? 0;
    const turn = await turnOf(rules, body, after, by);
    if (turn !== null) return turn;
    const limitFen = await differenceLimit(rules.lookup);
    const header = headerOf(body, now, { user: by.user, taker, day: dayOf(by.now), limitFen });
    const lines = linesOf(body.list, now);
    return {
      header,
      lines,
      exceptions: await differenceNotes(rules.pool, { header, lines, documentId: by.documentId }),
      ...(waitsForThird(header, lines) && { warning: WAITS }),
    };
  };
