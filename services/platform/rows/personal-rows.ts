/**
 * What rows of `master` say of a customer as a person (R67): the same list empties them when a customer is erased and seals
 * them in an archive. Events name customers by number alone.
 */
import { loggedName, type MasterRow, type MasterTable } from './master.ts';

/** Stands for whoever was erased. */
export const ERASED = '已注销';
/** Of a customer. A telephone is never empty otherwise, but for 散客. */
export const isErased = (row: MasterRow): boolean => row['mobile'] === '' && row['walk_in'] !== true;

export type PersonalRows = {
  /** SQL over `t`: number of the customer that the row tells of, null of none. */
  readonly of: string;
  /** What its columns hold once the customer is erased. */
  readonly blank: Readonly<Record<string, unknown>>;
};
const CUSTOMER: MasterTable = { name: 'customer', key: 'id' };
const WRITE_OFF: MasterTable = { name: 'write_off', key: 'id' };
const CONSENT: MasterTable = { name: 'customer_consent', key: 'id' };
const ERASURE: MasterTable = { name: 'shopper_erasure', key: 'id' };
/** Whose consent a command names: in what was sent, or by the number of the row. */
const CONSENT_COMMAND = `coalesce(substring(t.oper_param FROM '"customerId": ?(\\d{1,15})')::bigint,
      (SELECT k.customer_id FROM master.customer_consent AS k
       WHERE k.id = substring(t.oper_url FROM 'base-customer-consent/withdraw/(\\d{1,15})')::bigint))`;
/** Reports of large cash payments are not here: the law keeps them, and they empty themselves when their time is over. */
export const PERSONAL_ROWS: Readonly<Record<string, PersonalRows>> = {
  customer: {
    of: `CASE WHEN t.walk_in THEN NULL ELSE t.id END`,
    blank: {
      name: ERASED,
      contract: '',
      vip: '',
      contracter: '',
      mobile: '',
      mobile_digits: '',
      addr: '',
      qq: '',
      weichat: '',
      birthday: '',
      remark: '',
      status: '1',
    },
  },
  write_off: {
    // Whoever claimed by an openId alone has no number: he is who was bound to it last.
    of: `coalesce(t.customer_id,
      (SELECT b.customer_id FROM master.shopper_binding AS b WHERE b.open_id = t.open_id AND b.open_id <> ''
       ORDER BY b.bound_at DESC LIMIT 1),
      (SELECT min(c.id) FROM master.customer AS c WHERE c.mobile_digits = t.mobile_digits AND t.mobile_digits <> ''))`,
    blank: { name: ERASED, mobile: '', mobile_digits: '', open_id: '', remark: '' },
  },
  // What was agreed to and when says nothing of the person; what was typed beside it may.
  customer_consent: { of: 't.customer_id', blank: { proof: '', reason: '' } },
  shopper_binding: { of: 't.customer_id', blank: { open_id: '' } },
  shopper_log: { of: 't.customer_id', blank: { mark: '', ip: '' } },
  // That and when he asked stays; what the house answered may tell of him.
  shopper_erasure: { of: 't.customer_id', blank: { answer: '' } },
  change_log: {
    of: `CASE t.table_name
      WHEN '${loggedName(CUSTOMER)}' THEN t.row_id::bigint
      WHEN '${loggedName(CONSENT)}' THEN (coalesce(t.after, t.before) ->> 'customer_id')::bigint
      WHEN '${loggedName(ERASURE)}' THEN (coalesce(t.after, t.before) ->> 'customer_id')::bigint
      WHEN '${loggedName(WRITE_OFF)}' THEN coalesce((coalesce(t.after, t.before) ->> 'customer_id')::bigint,
        (SELECT min(c.id) FROM master.customer AS c
         WHERE c.mobile_digits = coalesce(t.after, t.before) ->> 'mobile_digits' AND c.mobile_digits <> '')) END`,
    blank: { before: null, after: null },
  },
  command: {
    of: `CASE WHEN t.route ~ '^(PUT|POST) .*base-customer-consent' THEN ${CONSENT_COMMAND}
      WHEN t.route ~ '^(PUT|POST|DELETE) .*base-customer' THEN coalesce(t.ids[1],
      substring(t.oper_url FROM 'base-customer/(\\d{1,15})')::bigint) END`,
    blank: { oper_param: '', message: '' },
  },
};
