/** Routes of the Excel import (wire: import file, import, progress). */
import { z } from 'zod';
import { yuanFromFen } from '../../contracts/units.ts';
import { TEXTS, addressNumber, rawText } from '../../contracts/values.ts';
import { isRefusal } from '../../contracts/refusal.ts';
import { route, type Route, type Upload } from '../../contracts/route.ts';
import { ImportBody } from './import-body.ts';
import { ImportState } from './import-jobs.ts';
import type { Imports } from './imports.ts';
import { FILE_TOO_LARGE, MAX_FILE_BYTES, type ReadFile } from '../../platform/table-files/table-files.ts';

const IMPORT = 'biz:bizGoodsIn:import';
/** Rows in the body instead of a file (wire). */
const LIST_BYTES = 32 * 1024 * 1024;

const FileAnswer = z.object({
  fileId: z.string(),
  headers: z.array(z.string()),
  sample: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  count: z.int(),
  headerRow: z.int(),
  totalRows: z.array(z.int()),
  headingRows: z.array(z.int()),
  sheet: z.string(),
  sheets: z.array(z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() })),
  note: z.string(),
});
const Said = z.object({ row: z.int(), field: z.string(), wire: z.string(), message: z.string() });
const Report = z.object({
  total: z.int(),
  read: z.array(z.object({ row: z.int(), values: z.record(z.string(), z.string()) })),
  problems: z.array(Said.extend({ value: z.string() })),
  problemCount: z.int(),
  doubts: z.array(Said),
  doubtCount: z.int(),
  differences: z.array(Said),
  differenceCount: z.int(),
  keptCosts: z.int(),
  keptWeights: z.int(),
  costDifference: z.number(),
  ignored: z.array(z.string()),
  questions: z.array(
    z.object({
      heading: z.string(),
      wire: z.string(),
      question: z.string(),
      choices: z.array(z.object({ value: z.string(), label: z.string() })),
      answer: z.string(),
    }),
  ),
});
const Progress = z.object({ id: z.int(), state: ImportState, done: z.int(), total: z.int() });
const Imported = Progress.extend({
  ignored: z.array(z.string()),
  keptCosts: z.int(),
  keptWeights: z.int(),
  costDifference: z.number(),
});
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What is asked about an import before it is made. */
const beforeRoutes = (imports: Imports): readonly Route[] => [
  route({
    method: 'GET',
    path: '/biz-goods-in/import-matching',
    summary: '供应商的列匹配',
    allow: IMPORT,
    query: z.object({ supplierId: addressNumber('partnerId') }),
    data: z.object({ mapping: z.record(z.string(), z.string()) }),
    handler: async ({ query }) => ({ data: { mapping: await imports.matchingOf(query.supplierId) } }),
  }),
  route({
    method: 'POST',
    path: '/biz-goods-in/import-check',
    summary: '检查入库导入',
    allow: IMPORT,
    body: ImportBody,
    bodyLimit: LIST_BYTES,
    data: Report,
    logged: false,
    handler: async ({ body, ...actor }) => {
      const report = await imports.check({ body, actor });
      return isRefusal(report) ? report : { data: report, msg: '检查完成' };
    },
  }),
  route({
    method: 'POST',
    path: '/biz-goods-in/import-errors',
    summary: '下载导入错误表',
    allow: IMPORT,
    body: ImportBody,
    handler: async ({ body, ...actor }) => {
      const sheet = await imports.errorSheet({ body, actor });
      return isRefusal(sheet) ? sheet : { raw: Buffer.from(sheet), type: XLSX, fileName: '导入错误.xlsx' };
    },
  }),
];

const lists = ({ headers, sample, totalRows, headingRows, sheets }: ReadFile) => ({
  headers: [...headers],
  sample: [...sample],
  totalRows: [...totalRows],
  headingRows: [...headingRows],
  sheets: [...sheets],
});
/** The uploaded file, until its import ends or it is given up. */
const uploadRoutes = (imports: Imports): readonly Route[] => [
  route({
    method: 'POST',
    path: '/biz-goods-in/import-file',
    summary: '上传入库导入文件',
    allow: IMPORT,
    multipart: { field: 'file', maxBytes: MAX_FILE_BYTES, tooLarge: FILE_TOO_LARGE },
    data: FileAnswer,
    handler: async ({ body, user }) => {
      const read = await imports.files.receive(body as Upload, user.id);
      return isRefusal(read) ? read : { data: { ...read, ...lists(read) } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/biz-goods-in/import-file/:fileId',
    summary: '放弃入库导入文件',
    allow: IMPORT,
    params: z.object({ fileId: rawText(TEXTS.code).trim().min(1) }),
    data: z.null(),
    handler: async ({ params, user }) => {
      await imports.files.drop(user.id, params.fileId);
      return { data: null };
    },
  }),
];

export const importRoutes = (imports: Imports): readonly Route[] => [
  ...uploadRoutes(imports),
  ...beforeRoutes(imports),
  route({
    method: 'POST',
    path: '/biz-goods-in/import',
    summary: '导入入库',
    allow: IMPORT,
    body: ImportBody,
    bodyLimit: LIST_BYTES,
    data: Imported,
    handler: async ({ body, newId, ...actor }) => {
      const outcome = await imports.receive({ body, newId, actor });
      if (isRefusal(outcome)) return outcome;
      const { id, total, position, ignored, keptCosts, keptWeights, costDifferenceFen } = outcome;
      const kept = { keptCosts, keptWeights, costDifference: yuanFromFen(costDifferenceFen) };
      return {
        data: { id, state: 'completed' as const, done: total, total, ignored: [...ignored], ...kept },
        msg: `导入成功，共${total}条`,
        settled: { position },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-goods-in/import/:id',
    summary: '导入进度',
    allow: IMPORT,
    params: z.object({ id: rawText(TEXTS.code).trim().min(1) }),
    data: Progress,
    handler: async ({ params, ...actor }) => {
      const job = await imports.find(params.id, actor);
      if (isRefusal(job)) return job;
      const { id, state, done, total } = job;
      return { data: { id, state, done, total } };
    },
  }),
];
