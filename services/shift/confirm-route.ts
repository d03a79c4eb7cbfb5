/** PUT /biz-shift/confirm/{id} (R138): a third person confirms a difference beyond the limit. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { isRefusal, refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import type { Documents } from '../documents/documents.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { ShiftConfirmation } from './confirmation.ts';
import { CONFIRM_PATH, ConfirmBody, type Confirmation, type ShiftHeader, type ShiftLine } from './contract.ts';
import { shiftManifest } from './manifest.ts';

export type Shifts = Documents<ShiftHeader, ShiftLine, ShiftConfirmation, Confirmation>;

export const confirmRoute = (shifts: Shifts): Route =>
  route({
    method: 'PUT',
    path: `${CONFIRM_PATH}/:id`,
    summary: '确认交班差额',
    allow: `${shiftManifest.permission}:approve`,
    params: z.object({ id: RecordId }),
    body: ConfirmBody,
    data: z.int(),
    handler: async (call) => {
      const { id } = call.params;
      const { current } = (await shifts.rested(id)).state;
      if (current === null) return refuse('not-found', 'document.unknown', '单据不存在');
      const refused = limitShops(call.user, [current.header.shopId]) ?? (await shifts.limit(id, call.user));
      if (refused !== null) return refused;
      const by = { id: call.user.id, name: call.user.nickName };
      const done = await shifts.record(id, { by, remark: call.body.remark }, { actor: call, expected: call.ifMatch });
      if (isRefusal(done)) return done;
      return { data: id, msg: '已确认差额', etag: done.revision, settled: { position: done.position } };
    },
  });
