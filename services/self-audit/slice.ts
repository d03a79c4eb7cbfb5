/** 自检: asks for self-audits and shows them. */
import { isRefusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { ask, audit, audits } from './audits.ts';
import { AuditInPath, AuditList, AuditRecord, AuditStarted, SELF_AUDIT_KEY, SELF_AUDIT_PATH } from './contract.ts';
import { nightlyCountMigration, selfAuditMigration } from './table.ts';

const READERS = [`${SELF_AUDIT_KEY}:list`, `${SELF_AUDIT_KEY}:run`];
export const selfAuditSlice: SliceModule = {
  migrations: [selfAuditMigration, nightlyCountMigration],
  create: ({ master }) => ({
    name: 'self-audit',
    routes: [
      route({
        method: 'GET',
        path: SELF_AUDIT_PATH,
        summary: '自检记录',
        allow: READERS,
        data: AuditList,
        handler: async () => ({ data: [...(await audits(master))] }),
      }),
      route({
        method: 'GET',
        path: `${SELF_AUDIT_PATH}/:id`,
        summary: '自检结果',
        allow: READERS,
        params: AuditInPath,
        data: AuditRecord,
        handler: async ({ params, user }) => {
          const found = await audit(master, params.id, user);
          return isRefusal(found) ? found : { data: found };
        },
      }),
      route({
        method: 'POST',
        path: `${SELF_AUDIT_PATH}/run`,
        summary: '立即自检',
        allow: `${SELF_AUDIT_KEY}:run`,
        data: AuditStarted,
        handler: async ({ newId, ...actor }) => {
          const id = await newId();
          return (await ask(master, id, actor)) ?? { data: { id }, msg: '已开始自检' };
        },
      }),
    ],
  }),
};
