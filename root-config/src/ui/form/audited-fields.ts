import type { Field } from './types.ts';

type AuditState = {
  readonly auditFlag?: unknown;
  readonly auditor?: unknown;
  readonly createdBy?: unknown;
  readonly createdAt?: unknown;
};
/** How far a document came, and who made it: for who reads it. */
export const auditedFields = <Values extends AuditState>(): readonly Field<Values>[] => [
  { kind: 'fixed', as: 'status', name: 'auditFlag', label: '审核状态' },
  { kind: 'fixed', as: 'text', name: 'auditor', label: '审核人' },
  { kind: 'fixed', as: 'text', name: 'createdBy', label: '制单人' },
  { kind: 'fixed', as: 'moment', name: 'createdAt', label: '制单时间' },
];
