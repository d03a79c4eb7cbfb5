/** Case files that lie ready say how customers are reached; who is in them only opening each would tell, so all of those go. */
import fs from 'node:fs';
import path from 'node:path';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../contracts/route.ts';
import { CASE_FILE_FOLDER } from '../../log-seal/case-file/contract.ts';
import { updateRow, type MasterTable } from '../../platform/master.ts';

const TABLE: MasterTable = { name: 'case_file', key: 'id' };
const Id = z.object({ id: z.int() });
/** Numbers of the archives that are gone by the rows; each is made anew by whoever needs it. */
export const closeCaseFiles = async (tx: CommonQueryMethods, by: Actor): Promise<readonly number[]> => {
  const ready = await tx.anyFirst(sql.type(Id)`
    SELECT id FROM master.case_file WHERE state = 'ready' AND persons ORDER BY id`);
  for (const id of ready) await updateRow(tx, TABLE, { id, state: 'gone', result: '' }, by);
  return ready;
};
export const removeCaseFiles = (dataDir: string, ids: readonly number[]): void => {
  for (const id of ids) fs.rmSync(path.join(dataDir, CASE_FILE_FOLDER, `${id}.zip`), { force: true });
};
