/** 用户安全: who signs in how; rows and filters of the console's page. */
import { z } from 'zod';
import { Paging } from '../contracts/envelope.ts';
import { enabled, term } from '../contracts/filters.ts';

export const SafetyRow = z.object({
  id: z.int(),
  username: z.string(),
  nickName: z.string(),
  status: z.string(),
  /** Names of the shops the user is limited to; '' is the whole chain (R13). */
  shops: z.string(),
  /** '2': an authenticator app is in use. */
  secondFactor: z.string(),
  /** Names of the enabled roles that demand one. */
  demandedBy: z.string(),
  /** null: never, or before it was kept. */
  lastSignInAt: z.string().nullable(),
});
export type SafetyRow = z.infer<typeof SafetyRow>;
export const SafetyQuery = z.object({
  ...Paging,
  username: term(100),
  nickName: term(100),
  status: enabled(),
  secondFactor: enabled(),
});
export const userSafetyList = { path: '/user-safety', row: SafetyRow, query: SafetyQuery } as const;

/** `demands`: at the next sign-in its users must have a second factor. */
export const RoleSafety = z.object({ id: z.int(), name: z.string(), demands: z.boolean(), users: z.int() });
export type RoleSafety = z.infer<typeof RoleSafety>;
export { loginLogList, operationLogList, type LoginRow, type OperationRow } from './log-contract.ts';
export { DeptChoice, MenuChoice, RoleBody, RoleRecord, roleList, type RoleRow } from './roles/role.ts';
