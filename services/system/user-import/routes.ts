/** 导入用户: template, and the table itself (wire "Users"; R125). */
import { z } from 'zod';
import { yesNo } from '../../contracts/values.ts';
import { isRefusal } from '../../contracts/refusal.ts';
import { route, type Route, type Upload } from '../../contracts/route.ts';
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '../../platform/table-files/table-files.ts';
import { importUsers, type UserImportDeps } from './import.ts';
import { COLUMNS } from './sheet.ts';

const IMPORT = 'admin:sysUser:import';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Headings with a star where a new user needs them, and one person as an example. */
const TEMPLATE = {
  name: '用户',
  headers: COLUMNS.map(({ label, required }) => (required ? `${label}*` : label)),
  rows: [COLUMNS.map(({ example }) => example)],
};

const Flag = z.object({ updateSupport: z.union([yesNo(), z.literal('').transform(() => false)]).optional() });
const importRoute = (deps: UserImportDeps, absolute: boolean): Route =>
  route({
    method: 'POST',
    path: '/system/user/importData',
    absolute,
    summary: '导入用户',
    allow: IMPORT,
    multipart: { field: 'file', maxBytes: MAX_FILE_BYTES, tooLarge: FILE_TOO_LARGE },
    query: Flag,
    data: z.object({ created: z.int(), updated: z.int() }),
    handler: async ({ body, query, ...actor }) => {
      const asked = { upload: body as Upload, updateSupport: query.updateSupport === true };
      const outcome = await importUsers(deps, asked, actor);
      if (isRefusal(outcome)) return outcome;
      return { data: outcome, msg: `导入成功：新增${outcome.created}人，更新${outcome.updated}人` };
    },
  });

const templateRoute = (deps: UserImportDeps, path: string): Route =>
  route({
    method: 'GET',
    path,
    summary: '下载用户导入模板',
    allow: IMPORT,
    handler: async () => {
      const sheet = await deps.files.write(TEMPLATE);
      return isRefusal(sheet) ? sheet : { raw: Buffer.from(sheet), type: XLSX, fileName: '用户导入模板.xlsx' };
    },
  });

export const userImportRoutes = (deps: UserImportDeps): readonly Route[] => [
  templateRoute(deps, '/sys-user/import-template'),
  // As a console spells it.
  templateRoute(deps, '/sys-user/importTemplate'),
  importRoute(deps, false),
  importRoute(deps, true),
];
