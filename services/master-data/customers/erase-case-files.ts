/** Case files say how customers are reached; who is in them only opening each would tell, so all of those go. */
import fs from 'node:fs';
import path from 'node:path';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Actor } from '../../contracts/route.ts';
import { CASE_FILE_FOLDER, type CaseState } from '../../log-seal/case-file/contract.ts';
import { updateRow, type MasterTable } from '../../platform/rows/master.ts';

const TABLE: MasterTable = { name: 'case_file', key: 'id' };
const Id = z.object({ id: z.int() });
const BROKEN_OFF = '制作期间有客户注销，请重新制作';
/**
 * Numbers of those whose archives are gone by the rows, each made anew by whoever needs it. One that is being made may have read already
 * what is erased now; what a process that died had begun lies there, too.
 */
export const closeCaseFiles = async (tx: CommonQueryMethods, by: Actor): Promise<readonly number[]> => {
  const idsIn = (state: CaseState) =>
    tx.anyFirst(sql.type(Id)`
      SELECT id FROM master.case_file WHERE state = ${state} AND persons ORDER BY id`);
  for (const id of await idsIn('running')) await updateRow(tx, TABLE, { id, state: 'failed', result: BROKEN_OFF }, by);
  const failed = await idsIn('failed');
  const ready = await idsIn('ready');
  for (const id of ready) await updateRow(tx, TABLE, { id, state: 'gone', result: '' }, by);
  return [...failed, ...ready];
};
export const removeCaseFiles = (dataDir: string, ids: readonly number[]): void => {
  for (const id of ids)
    for (const name of [`${id}.zip`, `${id}.zip.part`])
      fs.rmSync(path.join(dataDir, CASE_FILE_FOLDER, name), { force: true });
};
