/** Points by hand (wire): a correction with its reason and its right (R46), bounded by record and by maker (R136). */
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { ExceptionNote } from '../contracts/exception.ts';
import { isRefusal, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Call, type Route } from '../contracts/route.ts';
import { saveOf } from '../contracts/save.ts';
import { onlyShop } from '../contracts/user.ts';
import type { Word, WordAsk, WordContext } from '../contracts/word.ts';
import { isAlone } from '../platform/auth/sole-owner.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { byHandAsks, dropByHand, enterByHand } from './correction-bounds.ts';
import { PointsCorrection } from './contract.ts';
import { freePoints } from './state.ts';
import type { Points } from './points.ts';

type PointsDeps = Pick<SliceDeps, 'words' | 'exceptions' | 'identity'> & {
  readonly pool: DatabasePool;
  readonly points: Points;
  readonly lookup: Pick<MasterLookup, 'customer'>;
};
type CorrectionCall = Call<unknown, unknown, PointsCorrection>;
const PATH = '/base-customer/points';

const refuseCustomer = async ({ lookup }: PointsDeps, id: number): Promise<Refusal | null> => {
  const customer = await lookup.customer(id);
  if (customer === null) return refuseField('points.customer', 'customerId', '客户不存在');
  return customer.walkIn ? refuseField('points.walk_in', 'customerId', '散客没有积分') : null;
};
const commandOf = ({ customerId, points, reason }: PointsCorrection) =>
  ({ type: 'CorrectPoints', customerId, points, reason }) as const;

/** null: nothing was asked, or its owner has nobody to ask. */
const wordFor = async (
  deps: PointsDeps,
  asks: readonly WordAsk[],
  call: CorrectionCall,
): Promise<Word | null | Refusal> => {
  if (asks.length === 0 || (await isAlone(deps.identity, call, { shops: [] }))) return null;
  const { customerId, approval } = call.body;
  const place: WordContext = { act: '手工调整积分', route: `POST ${PATH}`, shopId: null, customerId, approval };
  return deps.words.ask(asks, place, call);
};
const noteOf = (
  { body: { customerId, points, reason }, user }: CorrectionCall,
  asks: readonly WordAsk[],
  word: Word | null,
): ExceptionNote => {
  const done = `客户（编号${customerId}）手工${points > 0 ? '增加' : '扣减'}${Math.abs(points)}积分：${reason}`;
  return {
    kind: asks.length === 0 ? 'points-by-hand' : 'points-beyond',
    shopId: onlyShop(user.lockShops),
    what: [done, ...asks.map(({ message }) => message)].join('；'),
    second: word?.approver,
  };
};

/** Counted before it is made: whatever comes at the same moment sees it. What is known already was judged then. */
const correct = async (deps: PointsDeps, call: CorrectionCall, isKnown: boolean) => {
  const { body, user } = call;
  const save = saveOf(call);
  const asks = byHandAsks(body, await enterByHand(deps.pool, body, call), user.id);
  save.undo(() => dropByHand(deps.pool, call));
  const word = isKnown ? null : await wordFor(deps, asks, call);
  if (isRefusal(word)) return word;
  const done = await deps.points.apply(commandOf(body), { actor: call, save });
  if (!isRefusal(done)) await deps.exceptions.note(noteOf(call, asks, word), call);
  return done;
};

export const pointsRoutes = (deps: PointsDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: PATH,
    summary: '调整积分',
    allow: 'base:baseCustomer:points',
    body: PointsCorrection,
    data: z.object({ balance: z.int(), usable: z.int() }),
    writes: 'events',
    handler: async (call) => {
      const { body } = call;
      const refused = await refuseCustomer(deps, body.customerId);
      if (refused !== null) return refused;
      const foreseen = await deps.points.foresee(commandOf(body), call);
      if (isRefusal(foreseen)) return foreseen;
      const done = await correct(deps, call, foreseen === 'known');
      if (isRefusal(done)) return done;
      const { state, position } = done;
      return { data: { balance: state.balance, usable: freePoints(state) }, msg: '积分已调整', settled: { position } };
    },
  }),
];
