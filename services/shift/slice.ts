/** Shifts, write side: /biz-shift. What is saved stands: a wrong one is corrected by the next (R80). */
import type { JoinedReads } from '../contracts/joined-services.ts';
import { refuse } from '../contracts/refusal.ts';
import { documentSlice } from '../documents/slice.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { confirmRoute } from './confirm-route.ts';
import { shiftFacts, type ShiftConfirmation } from './confirmation.ts';
import { ShiftBody, ShiftEvent, type Confirmation, type ShiftHeader, type ShiftLine } from './contract.ts';
import { shiftDocument } from './document.ts';
import { shiftManifest } from './manifest.ts';
import { prepareShift } from './prepare.ts';
import { shiftRoutes } from './routes.ts';
import { TURNS_SQL } from './turn.ts';

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule => ({
  ...documentSlice<ShiftHeader, ShiftLine, typeof ShiftBody, ShiftConfirmation, Confirmation>({
    manifest: shiftManifest,
    events: ShiftEvent,
    spec: shiftDocument,
    facts: shiftFacts,
    join: (deps) => {
      const { lookup, identity, master: pool } = deps;
      return {
        custodians: join(deps).custodians,
        routes: (_desk, shifts) => [...shiftRoutes(pool), confirmRoute(shifts)],
        desk: {
          body: ShiftBody,
          prepare: prepareShift({ lookup, identity, pool }),
          postsAtSave: true,
          access: () => refuse('conflict', 'shift.final', '交班单不能修改、删除或反审核，有误请在下一班说明'),
        },
      };
    },
  }),
  migrations: [{ id: 'shift-001-turns', sql: TURNS_SQL }],
});
