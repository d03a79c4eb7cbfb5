/** PUT /biz-cash-report/{id} (R83): who it was, shown by which papers, for what. */
import { z } from 'zod';
import type { DatabasePool } from 'slonik';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Answer, type Call, type Route } from '../contracts/route.ts';
import { RowId } from '../master-data/contract.ts';
import { lockRow, updateLocked, type MasterRow } from '../platform/master.ts';
import { CASH_REPORT_PATH, CashReportBody, LONG_TERM, maskedNumber } from './contract.ts';
import { seesReport } from './live-checks.ts';
import { REPORT } from './tables.ts';

export type ReportDeps = {
  readonly pool: DatabasePool;
  readonly lookup: Pick<MasterLookup, 'people'>;
};
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
  call: Pick<Call<unknown, unknown, unknown>, 'user' | 'now'>,
) => {
  const number = numberOf(body, before);
  const { name, contact, idType, idExpiry, purpose, checkedBy } = body;
  return {
    name,
    contact,
    id_type: idType,
    id_no: number,
    id_no_masked: maskedNumber(number),
    id_expiry: idExpiry,
    purpose,
    checked_by: checkedBy,
    filled_at: before['filled_at'] ?? call.now.toISOString(),
    filled_by: before['filled_at'] == null ? call.user.nickName : before['filled_by'],
  };
};
const isSame = (before: MasterRow, changes: MasterRow): boolean =>
  Object.entries(changes).every(([column, value]) => before[column] === value);

type Filling = Call<RowId, unknown, CashReportBody>;
const fill = async ({ pool, lookup }: ReportDeps, call: Filling): Promise<Answer<number> | Refusal> => {
  const { id } = call.params;
  if (!(await seesReport(pool, id, call.user))) return MISSING;
  const checkers = await lookup.people({ id: null, name: call.body.checkedBy });
  const outcome = await pool.transaction(async (tx): Promise<{ revision: number } | Refusal> => {
    const before = await lockRow(tx, REPORT, id);
    if (before === null) return MISSING;
    const revision = Number(before['revision']);
    if (call.ifMatch !== undefined && call.ifMatch !== revision) return STALE;
    if (String(before['keep_until']) < dayOf(call.now))
      return refuse('conflict', 'cash_report.old', '已超过保存期限，不能再登记');
    if (checkers.length === 0 && call.body.checkedBy !== before['checked_by'])
      return refuseField('cash_report.checker', 'checkedBy', '核对人不存在或已停用');
    const refused = whyNot(call.body, before);
    if (refused !== null) return refused;
    const changes = changesOf(call.body, before, call);
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
    allow: 'biz:bizCashReport:edit',
    params: RowId,
    body: CashReportBody,
    data: z.int(),
    handler: (call) => fill(deps, call),
  }),
];
