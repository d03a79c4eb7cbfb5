/** Lines of a recycle order one by one (S1§2.5, §7; R76): each write is a revision of its order, under the rules of that. */
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { RecordId } from '../contracts/ids.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Answer, type Call, type Route } from '../contracts/route.ts';
import { untilNotOvertaken } from '../documents/attempts.ts';
import type { Desk } from '../documents/desk.ts';
import type { Documents } from '../documents/documents.ts';
import { lastLineId } from '../documents/lines.ts';
import type { ApprovalBody } from '../contracts/word.ts';
import { RECYCLE_LIST, type RecycleLine, type RecycleLineBody } from '../old-material/contract.ts';
import { RecycleDetailBody, lineWireId, orderOfLine, type RecycleBody, type RecycleHeader } from './contract.ts';
import { recycleManifest } from './manifest.ts';
import { sentLine } from './lines.ts';

type RecycleDesk = {
  readonly desk: Desk<RecycleHeader, RecycleLine, z.ZodType<RecycleBody>>;
  readonly documents: Documents<RecycleHeader, RecycleLine>;
};
type AnyCall = Call<unknown, unknown, unknown>;
const unknownLine = (): Refusal => refuse('not-found', 'recycle.line', '明细不存在');

/**
 * The order as a body would send it, with other lines. What it comes to is worked out anew; what was paid in one way
 * still is, what was paid in several is a question for whoever pays.
 */
const bodyWith = (
  { recycleId, approval }: Pick<Revision, 'recycleId' | 'approval'>,
  header: RecycleHeader,
  recycleList: RecycleLineBody[],
): RecycleBody | Refusal => {
  if (header.payments.length > 1) {
    return refuse('conflict', 'recycle.paid', '此单分几种方式付款，请打开回收单修改');
  }
  const { customerId, shopId, recycledOn: recycleAt, seller, remark, pictures } = header;
  return {
    id: recycleId,
    customerId,
    shopId,
    recycleAt,
    seller: seller.name,
    sellerId: seller.id,
    oldFee: null,
    remark,
    pictures,
    recycleList,
    balanceList: [],
    approval,
  };
};

/** `next`: the id that a line gets which has none. */
type Change = (lines: RecycleLineBody[], next: number) => RecycleLineBody[] | Refusal;
/** Saves the order with its lines changed; lines that others write at the same moment are read and kept. */
const revised = (at: RecycleDesk, revision: Revision, call: AnyCall): Promise<Answer<number> | Refusal> =>
  // A code counts once: what brings a word is judged once.
  revision.approval === null
    ? untilNotOvertaken(call, () => revisedOnce(at, revision, call))
    : revisedOnce(at, revision, call);
type Revision = { readonly recycleId: number; readonly change: Change; readonly approval: ApprovalBody | null };
const revisedOnce = async (
  { desk, documents }: RecycleDesk,
  revision: Revision,
  call: AnyCall,
): Promise<Answer<number> | Refusal> => {
  const { recycleId, change } = revision;
  const { state, revision: ifMatch } = await documents.rested(recycleId);
  if (state.current === null || state.stage === 'deleted') return unknownLine();
  const { header, lines } = state.current;
  const next = lastLineId({ lines, lastLineIds: state.lastLineIds }, RECYCLE_LIST) + 1;
  const changed = change(
    lines.map((line) => sentLine(recycleId, line)),
    next,
  );
  if (isRefusal(changed)) return changed;
  const body = bodyWith(revision, header, changed);
  return isRefusal(body) ? body : desk.edit(recycleId, { ...call, body, ifMatch: call.ifMatch ?? ifMatch });
};

const KEY = 'biz:bizAloneRecycleDetail';
const PATH = `${recycleManifest.path}-detail`;
const Id = z.object({ id: RecordId });
const without =
  (ids: ReadonlySet<number>): Change =>
  (lines) => {
    const left = lines.filter(({ id }) => id === null || !ids.has(id));
    if (left.length + ids.size > lines.length) return unknownLine();
    return left.length > 0 ? left : refuseField('recycle.empty', 'recycleList', '请添加旧料数据！');
  };

const addRoute = (at: RecycleDesk): Route =>
  route({
    method: 'POST',
    path: PATH,
    summary: '新增回收明细',
    allow: `${KEY}:add`,
    body: RecycleDetailBody,
    data: z.int(),
    writes: 'events',
    handler: async (call) => {
      const { recycleId, approval, ...line } = call.body;
      let added = '';
      const change: Change = (lines, next) => {
        added = String(next);
        return [...lines, { ...line, id: null }];
      };
      const done = await revised(at, { recycleId, change, approval }, call);
      if (isRefusal(done)) return done;
      const lines = (await at.documents.load(recycleId, call.save)).state.current?.lines ?? [];
      // Of a repeat nothing was added.
      const own = lines.find(({ lineId }) => lineId === added) ?? lines.at(-1);
      return { ...done, data: lineWireId(recycleId, own?.lineId ?? '0') };
    },
  });
const editRoute = (at: RecycleDesk): Route =>
  route({
    method: 'PUT',
    path: `${PATH}/:id`,
    summary: '修改回收明细',
    allow: `${KEY}:edit`,
    params: Id,
    body: RecycleDetailBody.partial({ recycleId: true }),
    data: z.int(),
    writes: 'events',
    handler: (call) => {
      const { recycleId: _order, approval, ...sent } = call.body;
      const { id } = call.params;
      const change: Change = (lines) =>
        lines.some((line) => line.id === id)
          ? lines.map((line) => (line.id === id ? { ...sent, id } : line))
          : unknownLine();
      return revised(at, { recycleId: orderOfLine(id), change, approval }, call);
    },
  });
const removeRoute = (at: RecycleDesk): Route =>
  route({
    method: 'DELETE',
    path: PATH,
    summary: '删除回收明细',
    allow: `${KEY}:remove`,
    body: Ids,
    data: z.int(),
    writes: 'events',
    handler: (call) => {
      const ids = new Set(call.body.ids);
      const orders = new Set([...ids].map(orderOfLine));
      const [recycleId = 0, ...others] = orders;
      if (others.length > 0) {
        return Promise.resolve(refuseField('recycle.orders', 'ids', '一次只能删除同一张回收单的明细'));
      }
      return revised(at, { recycleId, change: without(ids), approval: null }, call);
    },
  });
export const recycleDetailRoutes = (at: RecycleDesk): readonly Route[] => [
  addRoute(at),
  editRoute(at),
  removeRoute(at),
];
