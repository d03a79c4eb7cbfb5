/** Words of somebody who may (R131), write side: their events, and those that are asked for from afar. */
import type { SliceModule } from '../platform/slice.ts';
import { WORD_SCHEMA, WordEvent } from './contract.ts';
import { requestRoutes } from './routes.ts';
import { APPROVAL_SQL } from './tables.ts';

export const approvalSlice: SliceModule = {
  events: [{ union: WordEvent, schema: WORD_SCHEMA }],
  migrations: [{ id: 'approval-001-requests', sql: APPROVAL_SQL }],
  create: ({ master: db, identity }) => ({ name: 'approval', routes: requestRoutes({ db, identity }) }),
};
