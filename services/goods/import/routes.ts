/** Routes of the Excel import (wire: import file, import, progress). */
import { z } from 'zod';
import { isRefusal } from '../../contracts/refusal.ts';
import { route, type Route, type Upload } from '../../contracts/route.ts';
import { ImportBody } from './import-body.ts';
import { ImportState } from './import-jobs.ts';
import type { Imports } from './imports.ts';
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from './table-files.ts';

const IMPORT = 'biz:bizGoodsIn:import';
/** Rows in the body instead of a file (wire). */
const LIST_BYTES = 32 * 1024 * 1024;
const IMPORT_VIEWS = ['imports', 'goods-in'] as const;

const FileAnswer = z.object({
  fileId: z.string(),
  headers: z.array(z.string()),
  sample: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  count: z.int(),
});
const Progress = z.object({ id: z.int(), state: ImportState, done: z.int(), total: z.int() });

export const importRoutes = (imports: Imports): readonly Route[] => [
  route({
    method: 'POST',
    path: '/biz-goods-in/import-file',
    summary: '上传入库导入文件',
    allow: IMPORT,
    multipart: { field: 'file', maxBytes: MAX_FILE_BYTES, tooLarge: FILE_TOO_LARGE },
    data: FileAnswer,
    handler: async ({ body, user }) => {
      const read = await imports.files.receive(body as Upload, user.id);
      return isRefusal(read) ? read : { data: { ...read, headers: [...read.headers], sample: [...read.sample] } };
    },
  }),
  route({
    method: 'POST',
    path: '/biz-goods-in/import',
    summary: '导入入库',
    allow: IMPORT,
    body: ImportBody,
    bodyLimit: LIST_BYTES,
    data: Progress,
    handler: async ({ body, newId, ...actor }) => {
      const outcome = await imports.receive({ body, newId, actor });
      if (isRefusal(outcome)) return outcome;
      const { id, total, position } = outcome;
      return {
        data: { id, state: 'completed' as const, done: total, total },
        msg: `导入成功，共${total}条`,
        settled: { position, views: IMPORT_VIEWS },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-goods-in/import/:id',
    summary: '导入进度',
    allow: IMPORT,
    params: z.object({ id: z.string().trim().min(1).max(64) }),
    data: Progress,
    handler: async ({ params, ...actor }) => {
      const job = await imports.find(params.id, actor);
      if (isRefusal(job)) return job;
      const { id, state, done, total } = job;
      return { data: { id, state, done, total } };
    },
  }),
];
