/** Words from afar (R131): a till asks, whoever may answers in his own session, the till hears it. */
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { MAY_APPROVE } from '../contracts/word.ts';
import type { Identity } from '../platform/auth/identity.ts';
import {
  AnswerBody,
  Approvers,
  MarkQuery,
  PendingRequest,
  REQUEST_PATH,
  RequestBody,
  RequestInPath,
  RequestMade,
  RequestState,
} from './contract.ts';
import { answerRequest, makeRequest, pendingRequests, requestState, shopOfMark } from './requests.ts';

const SIGNED_IN = { everyone: 'signed-in' } as const;
type Deps = { readonly db: DatabasePool; readonly identity: Identity };

const askingRoutes = ({ db, identity }: Deps): readonly Route[] => [
  route({
    method: 'GET',
    path: `${REQUEST_PATH}/approvers`,
    summary: '可以授权的人',
    allow: SIGNED_IN,
    query: MarkQuery,
    data: Approvers,
    handler: async (call) => {
      const asked = await shopOfMark(db, call.query.mark, call);
      if (asked === null) return { data: [] };
      const holders = await identity.holders(MAY_APPROVE, asked.shopId);
      return { data: holders.filter(({ id }) => !asked.notBy.includes(id)) };
    },
  }),
  route({
    method: 'POST',
    path: REQUEST_PATH,
    summary: '请求远程授权',
    allow: SIGNED_IN,
    body: RequestBody,
    data: RequestMade,
    handler: async (call) => {
      const made = await makeRequest(db, { id: await call.newId(), marks: call.body.marks }, call);
      return isRefusal(made) ? made : { data: made, msg: '已请求授权，请等待答复' };
    },
  }),
  route({
    method: 'GET',
    path: `${REQUEST_PATH}/:id`,
    summary: '远程授权的答复',
    allow: SIGNED_IN,
    params: RequestInPath,
    data: RequestState,
    handler: async (call) => {
      const found = await requestState(db, call.params.id, call);
      return found === null ? refuse('not-found', 'word.request_unknown', '授权请求不存在') : { data: found };
    },
  }),
];

export const requestRoutes = (deps: Deps): readonly Route[] => [
  ...askingRoutes(deps),
  route({
    method: 'GET',
    path: REQUEST_PATH,
    summary: '等待我授权的请求',
    allow: MAY_APPROVE,
    data: z.array(PendingRequest),
    handler: async (call) => ({ data: [...(await pendingRequests(deps.db, call))] }),
  }),
  route({
    method: 'PUT',
    path: `${REQUEST_PATH}/:id`,
    summary: '答复授权请求',
    allow: MAY_APPROVE,
    params: RequestInPath,
    body: AnswerBody,
    data: z.null(),
    handler: async (call) => {
      const refused = await answerRequest(deps.db, { id: call.params.id, ...call.body }, call);
      return refused ?? { data: null, msg: call.body.answer === '1' ? '已同意' : '已拒绝' };
    },
  }),
];
