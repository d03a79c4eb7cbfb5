/** Writes of /biz-goods-in (S0§7) and the look-up, which needs the truth of this moment. */
import { z } from 'zod';
import { requiredText } from '../contracts/values.ts';
import { ChosenShop, RecordId } from '../contracts/ids.ts';
import { dayOf } from '../contracts/dates.ts';
import { documentNo } from '../contracts/document.ts';
import { lookUpKeys } from '../contracts/manifests.ts';
import { successOf } from '../contracts/success.ts';
import { Ids, IdsWithReason } from '../contracts/envelope.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import { route, type Answer, type Route } from '../contracts/route.ts';
import { saveOf } from '../contracts/save.ts';
import { seesCost, seesShop } from '../contracts/user.ts';
import { Barcode, type PieceDesk } from './contract.ts';
import { LookupAnswer, lookupAnswer } from './lookup-answer.ts';
import { ReceiptBody } from './receipt-body.ts';
import { bulkReceipts, type Bulk } from './receipt-bulk.ts';
import { correctReceipt, createReceipt, type ReceiptDeps, type SavedReceipt } from './receipt-desk.ts';
import { reserveBarcodes } from './receipt-ids.ts';
import { noShopRight } from './receipt-rules.ts';

const KEY = 'biz:bizGoodsIn';
const Id = z.object({ id: RecordId });

const answered = (outcome: SavedReceipt | Refusal): Answer<number> | Refusal =>
  isRefusal(outcome)
    ? outcome
    : {
        data: outcome.id,
        msg: successOf('保存成功', [outcome.barcode]),
        etag: outcome.revision,
        settled: { position: outcome.position },
      };
const done = (outcome: { position: number } | Refusal, ids: readonly number[], msg: string): Answer<null> | Refusal => {
  if (isRefusal(outcome)) return outcome;
  const names = [...new Set(ids)].map((id) => documentNo('receipt', id));
  return { data: null, msg: successOf(msg, names), settled: { position: outcome.position } };
};

const singleRoutes = (deps: ReceiptDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/biz-goods-in',
    summary: '新增入库',
    allow: `${KEY}:add`,
    body: ReceiptBody,
    data: z.int(),
    writes: 'events',
    handler: async (call) => answered(await createReceipt(deps, { body: call.body, actor: call, save: saveOf(call) })),
  }),
  route({
    method: 'PUT',
    path: '/biz-goods-in/:id',
    summary: '修改入库',
    allow: `${KEY}:edit`,
    params: Id,
    body: ReceiptBody,
    data: z.int(),
    writes: 'events',
    handler: async (call) => {
      const { params, body, ifMatch: expected } = call;
      return answered(await correctReceipt(deps, { id: params.id, body, actor: call, expected, save: saveOf(call) }));
    },
  }),
  route({
    method: 'GET',
    path: '/biz-goods-in/barcode',
    summary: '生成条码',
    allow: [`${KEY}:add`, `${KEY}:edit`],
    data: z.string(),
    handler: async ({ now }) => {
      const [barcode] = await reserveBarcodes(deps.db, Number(dayOf(now).slice(0, 4)), 1);
      return { data: barcode ?? '', msg: '生成成功' };
    },
  }),
];

const doBulk = async (deps: ReceiptDeps, bulk: Bulk, msg: string) =>
  done(await bulkReceipts(deps, bulk), bulk.ids, msg);

const deletionRoute = (deps: ReceiptDeps): Route =>
  route({
    method: 'DELETE',
    path: '/biz-goods-in',
    summary: '删除入库',
    allow: `${KEY}:remove`,
    body: Ids,
    data: z.null(),
    handler: ({ body, ifMatch, ...actor }) =>
      doBulk(
        deps,
        { ids: body.ids, actor, ifMatch, command: (receiptId) => ({ type: 'WithdrawReceipt', receiptId }) },
        '删除成功',
      ),
  });

const auditRoutes = (deps: ReceiptDeps): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/biz-goods-in/audit/:id',
    summary: '审核入库',
    allow: `${KEY}:audit`,
    params: Id,
    body: Ids,
    data: z.null(),
    handler: ({ body, ifMatch, ...actor }) => {
      const auditor = actor.user.nickName;
      return doBulk(
        deps,
        { ids: body.ids, actor, ifMatch, command: (receiptId) => ({ type: 'AuditReceipt', receiptId, auditor }) },
        '审核成功',
      );
    },
  }),
  route({
    method: 'PUT',
    path: '/biz-goods-in/unaudit/:id',
    summary: '反审核入库',
    allow: `${KEY}:unaudit`,
    params: Id,
    body: IdsWithReason,
    data: z.null(),
    handler: ({ body, ifMatch, ...actor }) => {
      const { ids, reason } = body;
      return doBulk(
        deps,
        { ids, actor, ifMatch, command: (receiptId) => ({ type: 'ReverseReceipt', receiptId, reason }) },
        '反审核成功',
      );
    },
  }),
];

const LookupQuery = z.object({
  shopId: ChosenShop,
  barcode: requiredText('请输入条码！', 200).pipe(Barcode),
  /** `find`: pieces that turned up beyond the books (报溢); `return`: also what an inspection set aside (退供应商). */
  wanted: z.enum(['stock', 'find', 'return']).default('stock'),
});
const lookupRoute = (pieces: PieceDesk): Route =>
  route({
    method: 'GET',
    path: '/biz-goods-in/lookup',
    summary: '按条码查找首饰',
    allow: lookUpKeys('piece'),
    query: LookupQuery,
    data: LookupAnswer,
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      if (!seesShop(user, query.shopId)) return noShopRight();
      const { shopId, barcode, wanted } = query;
      const kind = wanted === 'return' && asOf === undefined ? 'supplier-return' : '';
      const view =
        wanted === 'find'
          ? await pieces.lookupFind(barcode, { shopId, quantity: 1, holder: null })
          : await (kind === '' ? pieces.lookup(shopId, barcode, asOf) : pieces.lookupFor(kind, shopId, barcode));
      return isRefusal(view) ? view : { data: lookupAnswer(view, shopId, seesCost(user), kind) };
    },
  });

export const goodsRoutes = (deps: ReceiptDeps, pieces: PieceDesk): readonly Route[] => [
  ...singleRoutes(deps),
  deletionRoute(deps),
  ...auditRoutes(deps),
  lookupRoute(pieces),
];
