/** Body of POST /biz-goods-in/import: a file with its matching, or rows keyed by wire names. Messages of S0§5. */
import { z } from 'zod';
import { BatchNo, formText } from '../fields.ts';

const MAX_COLUMNS = 200;

export const ImportBody = z.object({
  shopId: z.int({ error: '请选择分店名称' }).positive('请选择分店名称'),
  supplierId: z
    .int({ error: '请选择供应商' })
    .positive()
    .nullish()
    .transform((value) => value ?? null),
  type: z.string({ error: '请选择首饰类别' }).trim().min(1, '请选择首饰类别').pipe(formText(40)),
  batchNo: BatchNo,
  fileId: z
    .string()
    .max(64)
    .nullish()
    .transform((value) => value ?? undefined),
  mapping: z
    .record(z.string().max(500), z.string().nullable())
    .nullish()
    .transform((value) =>
      value == null
        ? undefined
        : Object.fromEntries(Object.entries(value).map(([header, wire]) => [header, wire ?? ''])),
    )
    .refine((value) => value === undefined || Object.keys(value).length <= MAX_COLUMNS, '列数过多'),
  list: z
    .array(z.record(z.string(), z.unknown()), { error: '请先导入Excel文件数据！' })
    .nullish()
    .transform((value) => value ?? undefined),
});
export type ImportBody = z.infer<typeof ImportBody>;
