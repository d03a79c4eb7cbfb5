/** Asking to be erased (R67), taking it back, and the house's answer where it keeps the record; erasing itself is 注销客户. */
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import { route, type Route } from '../../contracts/route.ts';
import type { ShopperCall } from '../../contracts/shopper-desk.ts';
import type { SliceDeps } from '../../platform/slice/slice.ts';
import { lockPair } from '../bindings.ts';
import { OpenIdQuery } from '../contract.ts';
import type { Shopper } from '../sessions.ts';
import { CustomerInPath, ERASE_KEY, ErasureAnswer, ErasureRequest, OwnErasure } from './contract.ts';
import { answerErasure, askErasure, lastErasure, takeBackErasure } from './requests.ts';

type ErasureDeps = Pick<SliceDeps, 'master' | 'shoppers' | 'shopperLog'>;
const everyone = { everyone: 'public' } as const;
const NO_RECORD = refuse('conflict', 'shopper.no_record', '您还没有绑定会员资料，或资料已停用，请到门店办理');
const NONE = refuse('conflict', 'shopper.no_erasure', '这位客户没有等待处理的注销申请，请刷新');

const writerOf = async (
  { shoppers: desk }: ErasureDeps,
  call: ShopperCall & { readonly body: z.output<typeof OpenIdQuery> },
): Promise<Shopper | Refusal> => {
  const shopper = await desk.askWrite(call, call.body.openId);
  return !isRefusal(shopper) && shopper.customerId === 0 ? NO_RECORD : shopper;
};

const ownRoute = ({ master, shoppers: desk }: ErasureDeps): Route =>
  route({
    method: 'GET',
    path: '/wx/erasure-request',
    summary: '我的注销申请',
    allow: everyone,
    query: OpenIdQuery,
    data: OwnErasure,
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      if (isRefusal(shopper)) return shopper;
      const { customerId } = shopper;
      return { data: { customerId, request: customerId === 0 ? null : await lastErasure(master, customerId) } };
    },
  });

/** Pressed twice it is the same request. */
const askRoute = (deps: ErasureDeps): Route =>
  route({
    method: 'POST',
    path: '/wx/erasure-request',
    summary: '申请注销（顾客）',
    allow: everyone,
    logged: false,
    body: OpenIdQuery,
    data: OwnErasure,
    handler: async (call) => {
      const shopper = await writerOf(deps, call);
      if (isRefusal(shopper)) return shopper;
      const { customerId, openId } = shopper;
      const id = await call.newId();
      const isNew = await deps.master.transaction(async (tx) => {
        if ((await lockPair(tx, { openId: '', customerId })) === null) return null;
        const asked = await askErasure(tx, { id, customerId }, call.now);
        if (asked) await deps.shopperLog.note({ act: 'erasure', customerId, openId, what: '申请注销资料' }, call, tx);
        return asked;
      });
      if (isNew === null) return NO_RECORD;
      const request = await lastErasure(deps.master, customerId);
      return { data: { customerId, request }, msg: isNew ? '已提交注销申请' : '已经申请过，请等待门店处理' };
    },
  });
const takeBackRoute = (deps: ErasureDeps): Route =>
  route({
    method: 'POST',
    path: '/wx/erasure-request/withdraw',
    summary: '撤回注销申请（顾客）',
    allow: everyone,
    logged: false,
    body: OpenIdQuery,
    data: OwnErasure,
    handler: async (call) => {
      const shopper = await writerOf(deps, call);
      if (isRefusal(shopper)) return shopper;
      const { customerId, openId } = shopper;
      await deps.master.transaction(async (tx) => {
        if (await takeBackErasure(tx, customerId, call.now))
          await deps.shopperLog.note({ act: 'erasure', customerId, openId, what: '撤回注销申请' }, call, tx);
      });
      return { data: { customerId, request: await lastErasure(deps.master, customerId) }, msg: '已撤回注销申请' };
    },
  });
const waitingRoute = ({ master }: ErasureDeps): Route =>
  route({
    method: 'GET',
    path: '/base-customer/:id/erasure-request',
    summary: '客户的注销申请',
    allow: ERASE_KEY,
    params: CustomerInPath,
    data: ErasureRequest.nullable(),
    handler: async ({ params }) => ({ data: await lastErasure(master, params.id) }),
  });
const answerRoute = ({ master }: ErasureDeps): Route =>
  route({
    method: 'POST',
    path: '/base-customer/:id/erasure-answer',
    summary: '答复注销申请',
    allow: ERASE_KEY,
    params: CustomerInPath,
    body: ErasureAnswer,
    data: z.null(),
    handler: async ({ params, body, ...by }) => {
      const asked = { customerId: params.id, answer: body.answer };
      const isDone = await master.transaction((tx) => answerErasure(tx, asked, by));
      return isDone ? { data: null, msg: '已答复，顾客在“我的数据”里看到' } : NONE;
    },
  });

export const erasureRoutes = (deps: ErasureDeps): readonly Route[] => [
  ownRoute(deps),
  askRoute(deps),
  takeBackRoute(deps),
  waitingRoute(deps),
  answerRoute(deps),
];
