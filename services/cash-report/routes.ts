/** PUT /biz-cash-report/{id} (R83): who it was, shown by which papers, for what. */
import { z } from 'zod';
import type { DatabasePool } from 'slonik';
import { dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Answer, type Call, type Route } from '../contracts/route.ts';
import type { SessionUser } from '../contracts/user.ts';
import { RowId } from '../master-data/contract.ts';
import { lockRow, updateLocked, type MasterRow } from '../platform/rows/master.ts';
import { FILLS, checkedAt, confirmChecker, type CheckDeps } from './checker.ts';
import { CASH_REPORT_PATH, CashReportBody, LONG_TERM, maskedNumber } from './contract.ts';
import { seesReport } from './live-checks.ts';
import { REPORT } from './tables.ts';

export type ReportDeps = CheckDeps & { readonly pool: DatabasePool };
const MISSING = refuse('not-found', 'cash_report.missing', '大额现金记录不存在');
const STALE = refuse('stale', 'cash_report.stale', '别人已修改，请刷新后再保存');

/** The number that is meant: as it stands where its mask came back. */
const numberOf = ({ idNo }: CashReportBody, before: MasterRow): string =>
  idNo !== '' && idNo === before['id_no_masked'] ? String(before['id_no']) : idNo;
const whyNot = (body: CashReportBody, before: MasterRow): Refusal | null => {
  if (numberOf(body, before).includes('*')) return refuseField('cash_report.number', 'idNo', '证件号码不正确，请核对');
  if (numberOf(body, before) !== body.idNo && body.idType !== before['id_type'])
    return refuseField('cash_report.number', 'idNo', '证件种类已改，请重新输入证件号码');
  if (body.idExpiry !== LONG_TERM && body.idExpiry < String(before['day']))
    return refuseField('cash_report.expiry', 'idExpiry', '证件在交易当天已过期');
  return null;
};
const changesOf = (
  body: CashReportBody,
  before: MasterRow,
  call: Pick<Call<unknown, unknown, unknown>, 'user' | 'now'> & { readonly checker: SessionUser },
) => {
  const number = numberOf(body, before);
  const { name, contact, idType, idExpiry, purpose } = body;
  return {
    name,
    contact,
    id_type: idType,
    id_no: number,
    id_no_masked: maskedNumber(number),
    id_expiry: idExpiry,
    purpose,
    checked_by: call.checker.nickName,
    checked_by_id: call.checker.id,
    filled_at: before['filled_at'] ?? call.now.toISOString(),
    filled_by: before['filled_at'] == null ? call.user.nickName : before['filled_by'],
  };
};
const isSame = (before: MasterRow, changes: MasterRow): boolean =>
  Object.entries(changes).every(([column, value]) => before[column] === value);

type Filling = Call<RowId, unknown, CashReportBody>;
/** Why the report as it stands is not filled in that way. */
const refuseFilling = (row: MasterRow, call: Filling): Refusal | null => {
  if (call.ifMatch !== undefined && call.ifMatch !== Number(row['revision'])) return STALE;
  if (String(row['keep_until']) < dayOf(call.now))
    return refuse('conflict', 'cash_report.old', '已超过保存期限，不能再登记');
  return whyNot(call.body, row);
};
const fill = async (deps: ReportDeps, call: Filling): Promise<Answer<number> | Refusal> => {
  const { pool } = deps;
  const { id } = call.params;
  if (!(await seesReport(pool, id, call.user))) return MISSING;
  const standing = await lockRow(pool, REPORT, id);
  if (standing === null) return MISSING;
  const early = refuseFilling(standing, call);
  if (early !== null) return early;
  const shopId = checkedAt(call.user, Number(standing['shop_id']));
  const checker = await confirmChecker(deps, { claim: call.body.checker, shopId, by: call });
  if (isRefusal(checker)) return checker;
  const outcome = await pool.transaction(async (tx): Promise<{ revision: number } | Refusal> => {
    const before = await lockRow(tx, REPORT, id);
    if (before === null) return MISSING;
    const refused = refuseFilling(before, call);
    if (refused !== null) return refused;
    const revision = Number(before['revision']);
    const changes = changesOf(call.body, before, { ...call, checker });
    if (isSame(before, changes)) return { revision };
    const row = { id, ...changes, revision: revision + 1, updated_at: call.now.toISOString() };
    await updateLocked(tx, REPORT, { before, row }, call);
    return { revision: revision + 1 };
  });
  if (isRefusal(outcome)) return outcome;
  return { data: id, msg: '登记成功', etag: outcome.revision };
};

export const cashReportRoutes = (deps: ReportDeps): readonly Route[] => [
  route({
    method: 'PUT',
    path: `${CASH_REPORT_PATH}/:id`,
    summary: '登记大额现金',
    allow: FILLS,
    params: RowId,
    body: CashReportBody,
    data: z.int(),
    handler: (call) => fill(deps, call),
  }),
];
