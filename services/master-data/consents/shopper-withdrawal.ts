/** A shopper withdraws what he agreed to himself (R67): the same as at the counter, in the name of 顾客本人. */
import { sql, type DatabasePool } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import { route, type Route } from '../../contracts/route.ts';
import type { ShopperDesk } from '../../contracts/shopper-desk.ts';
import type { ShopperLog } from '../../contracts/shopper-log.ts';
import { NOBODY } from '../../contracts/user.ts';
import { chosenId } from '../../contracts/values.ts';
import { OpenIdQuery } from '../../shopper/contract.ts';
import { purposeLabel } from './consent.ts';
import { withdrawIn } from './withdraw.ts';

type Deps = { readonly pool: DatabasePool; readonly desk: ShopperDesk; readonly shopperLog: ShopperLog };
const HIMSELF = { ...NOBODY, username: '顾客', nickName: '顾客本人' };
const REASON = '顾客在会员中心撤回';
const MISSING = refuse('not-found', 'consent.missing', '没有找到这项授权');
const Body = OpenIdQuery.extend({ id: chosenId('id') });

const Owner = z.object({ customerId: z.int() });
/** The person whose consent it is; another's and none are the same to a shopper. */
const ownerOf = (tx: CommonQueryMethods, id: number): Promise<number | null> =>
  tx.maybeOneFirst(sql.type(Owner)`
    SELECT coalesce(c.merged_into, c.id) AS "customerId" FROM master.customer_consent AS k
    JOIN master.customer AS c ON c.id = k.customer_id WHERE k.id = ${id}::bigint`);

/** The same press finds it withdrawn: that is what he wanted. */
const ALREADY = 'consent.withdrawn';
export const ownWithdrawalRoute = ({ pool, desk, shopperLog }: Deps): Route =>
  route({
    method: 'POST',
    path: '/wx/consents/withdraw',
    summary: '撤回授权（顾客）',
    allow: { everyone: 'public' },
    logged: false,
    body: Body,
    data: z.null(),
    handler: async (call) => {
      const shopper = await desk.askWrite(call, call.body.openId);
      if (isRefusal(shopper)) return shopper;
      const { customerId, openId } = shopper;
      const { id } = call.body;
      const done = await pool.transaction(async (tx): Promise<string | Refusal> => {
        if (customerId === 0 || (await ownerOf(tx, id)) !== customerId) return MISSING;
        const withdrawn = await withdrawIn(tx, { id, reason: REASON }, { user: HIMSELF, now: call.now, key: call.key });
        if (isRefusal(withdrawn)) return withdrawn.code === ALREADY ? '' : withdrawn;
        const what = `撤回${purposeLabel(withdrawn.purpose)}`;
        await shopperLog.note({ act: 'consent-withdrawn', customerId, openId, what }, call, tx);
        return what;
      });
      if (isRefusal(done)) return done;
      return { data: null, msg: done === '' ? '这项授权已经撤回' : `已${done}` };
    },
  });
