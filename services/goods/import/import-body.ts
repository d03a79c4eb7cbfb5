/** Body of POST /biz-goods-in/import: a file with its matching, or rows keyed by wire names. Messages of S0§5. */
import { z } from 'zod';
import { LISTS, TEXTS, chosenId, rawText, requiredText, wireText, wireWhole } from '../../contracts/values.ts';
import { BatchNo } from '../fields.ts';
import { SheetRow } from '../sheet-row.ts';

const MAX_COLUMNS = 200;
const MAX_EDITS = 5_000;
const MAX_EDIT = 500;

export const ImportBody = z.object({
  shopId: chosenId('partnerId', '请选择分店名称'),
  supplierId: chosenId('partnerId', '请选择供应商')
    .nullish()
    .transform((value) => value ?? null),
  type: requiredText('请选择首饰类别', 40),
  batchNo: BatchNo,
  fileId: rawText(TEXTS.code)
    .nullish()
    .transform((value) => value ?? undefined),
  mapping: z
    .record(rawText(500), rawText(TEXTS.code).nullable())
    .nullish()
    .transform((value) =>
      value == null
        ? undefined
        : Object.fromEntries(Object.entries(value).map(([header, wire]) => [header, wire ?? ''])),
    )
    .refine((value) => value === undefined || Object.keys(value).length <= MAX_COLUMNS, '列数过多'),
  /** By heading: which of a question's units its numbers are in (钱: 3.125, 3.75 or 5 g). */
  units: z
    .record(rawText(500), rawText(TEXTS.code))
    .nullish()
    .transform((value) => value ?? {})
    .refine((value) => Object.keys(value).length <= MAX_COLUMNS, '列数过多'),
  /** Cells mended in the wizard: row as Excel shows it, field by wire name, value as typed. */
  edits: z
    .array(z.object({ row: wireWhole('index').min(1), wire: rawText(40), value: wireText(MAX_EDIT) }))
    .max(MAX_EDITS, '修改过多，请在文件中修改后重新选择')
    .nullish()
    .transform((value) => value ?? []),
  /** How many doubtful values the user saw and agreed to; more are a 409. Absent: nobody asked. */
  consent: wireWhole('index')
    .min(0)
    .nullish()
    .transform((value) => value ?? undefined),
  list: z
    .array(SheetRow, { error: '请先导入Excel文件数据！' })
    .max(LISTS.importRows, `一次最多导入${LISTS.importRows}行，请拆分文件`)
    .nullish()
    .transform((value) => value ?? undefined),
});
export type ImportBody = z.infer<typeof ImportBody>;
