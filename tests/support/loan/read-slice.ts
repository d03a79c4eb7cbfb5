/** The read side of the invented kind: one list. */
import { z } from 'zod';
import { route } from 'services/contracts/route';
import { documentReads } from '../../../projections/documents/read-slice.ts';
import { keyed } from '../../../projections/platform/projection/projection.ts';
import { loanManifest } from './manifest.ts';

const rows = (name: string, table: string) =>
  keyed({
    name,
    version: 1,
    ddl: new URL('./table.sql', import.meta.url),
    table,
    events: ['LoanSubmitted'],
    key: 'id',
    identity: ['id'],
    keyOf: ({ data }) => data['documentId'] as number,
    fold: (before) => before,
  });

export const loanReads = documentReads(loanManifest, {
  title: '首饰借出',
  projections: [rows('loans', 'loans'), rows('loan-versions', 'loan_versions')],
  queries: () => [
    route({
      method: 'GET',
      path: loanManifest.path,
      summary: '首饰借出列表',
      allow: `${loanManifest.permission}:list`,
      data: z.object({ list: z.array(z.object({ id: z.int() })) }),
      handler: async () => ({ data: { list: [{ id: 7 }] } }),
    }),
  ],
  stream: (id) => `loan-${id}`,
  lines: ['-detail'],
});
