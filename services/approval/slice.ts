/** Words of somebody who may (R131), write side: their events, and those that are asked for from afar. */
import type { SliceModule } from '../platform/slice/slice.ts';
import { WORD_SCHEMA, WordEvent } from './contract.ts';
import { smsSender } from '../platform/sms/sms.ts';
import { cardProofs } from '../shopper/contract.ts';
import { proofCodes } from './proof.ts';
import { proofRoute } from './proof-routes.ts';
import { PROOF_SQL } from './proof-tables.ts';
import { requestRoutes } from './routes.ts';
import { APPROVAL_SQL } from './tables.ts';

export const approvalSlice: SliceModule = {
  events: [{ union: WordEvent, schema: WORD_SCHEMA }],
  migrations: [
    { id: 'approval-001-requests', sql: APPROVAL_SQL },
    { id: 'approval-002-proof-codes', sql: PROOF_SQL },
  ],
  create: ({ master: db, identity, secrets, shopperLog, config: { sms }, log }) => {
    const codes = proofCodes({ db, secrets, sends: sms !== null, cards: cardProofs({ db, shopperLog }) });
    const sendSms = sms === null ? null : smsSender(sms);
    return { name: 'approval', routes: [...requestRoutes({ db, identity }), proofRoute({ codes, sendSms, log })] };
  },
};
