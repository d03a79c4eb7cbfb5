/** The write side of the invented kind: one route, one event. */
import { z } from 'zod';
import { route } from '../../../services/contracts/route.ts';
import { storedWhole } from '../../../services/contracts/values.ts';
import type { SliceModule } from '../../../services/platform/slice/slice.ts';
import { loanManifest } from './manifest.ts';

const LoanEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('LoanSubmitted'), data: z.object({ documentId: storedWhole('id') }) }),
]);
const { path, permission, label, kind } = loanManifest;

export default (): SliceModule => ({
  events: [{ union: LoanEvent, schema: 1 }],
  create: () => ({
    name: kind,
    routes: [
      route({
        method: 'DELETE',
        path,
        summary: `删除${label}`,
        allow: `${permission}:remove`,
        data: z.null(),
        handler: async () => ({ data: null }),
      }),
    ],
  }),
});
