/** 自检 (R126): every report's totals counted anew from the events, every night and on demand. It never corrects. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { WireSum } from '../contracts/sums.ts';
import type { RUN_STATES } from '../jobs/contract.ts';

export const SELF_AUDIT_PATH = '/self-audit';
export const SELF_AUDIT_KEY = 'admin:selfAudit';
/** So many are shown. */
export const SHOWN_AUDITS = 30;
export const AuditInPath = z.object({ id: RecordId });

/** As runs of jobs are told (R119): running, failed, done, aborted. */
export const AUDIT_STATES = { '0': '正在自检', '1': '未完成', '2': '已完成', '4': '中断' } as const satisfies Partial<
  Record<keyof typeof RUN_STATES, string>
>;
export type AuditState = keyof typeof AUDIT_STATES;

/**
 * What of the log an audit read (R167): all of it, for whatever reason (`why`), or the events behind `after` and one thirtieth of
 * the streams (1 to 30) from the first event. Both go up to position `until`.
 */
export const AuditCoverage = z.object({
  thirtieth: z.int().nullable(),
  after: z.int(),
  until: z.int(),
  events: z.int(),
  /** Of the thirtieth. */
  recounted: z.int(),
  why: z.string(),
});
export type AuditCoverage = z.infer<typeof AuditCoverage>;

/** `day`: that it began on, yyyy-MM-dd. Moments are ISO 8601, '' until then. `progress`: percent. */
export const AuditRow = z.object({
  id: z.int(),
  day: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  status: z.string(),
  /** Reports that were compared. */
  reports: z.int(),
  /** Figures of a report in a shop that are not what the events come to. */
  differences: z.int(),
  progress: z.int(),
  /** null until it is done, and of audits of before. */
  coverage: AuditCoverage.nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;
export const AuditList = z.array(AuditRow);

/** A figure that differs, in the units its report shows it in; `rows`: some that make it, by barcode, document or customer. */
export const AuditDifference = z.object({
  report: z.string(),
  title: z.string(),
  field: z.string(),
  label: z.string(),
  /** 0: of the whole chain. */
  shopId: z.int(),
  expected: WireSum,
  found: WireSum,
  rows: z.array(z.object({ key: z.string(), expected: WireSum, found: WireSum })),
});
export type AuditDifference = z.infer<typeof AuditDifference>;
/** `by`: who asked for it, '' where the clock did. `problem`: why it did not end. */
export const AuditRecord = AuditRow.extend({
  by: z.string(),
  problem: z.string(),
  list: z.array(AuditDifference.extend({ shopName: z.string() })),
});
export type AuditRecord = z.infer<typeof AuditRecord>;
export const AuditStarted = z.object({ id: z.int() });
