/** Body and answer of POST /biz-goods-in/goods-batch (wire). Header messages in the order of S0§5. */
import { z } from 'zod';
import { LISTS, TEXTS, chosenId, requiredText } from '../contracts/values.ts';
import { Day } from '../contracts/dates.ts';
import { BatchNo } from './fields.ts';
import { SheetRow } from './sheet-row.ts';
import { GOODS_ROW_SHAPE } from './wire-row.ts';

export const MAX_BATCH_ROWS = LISTS.batchRows;

export const BatchBody = z.object({
  shopId: chosenId('partnerId', '分店不能为空'),
  inStorageAt: requiredText('入库日期不能为空', TEXTS.short).pipe(Day),
  type: requiredText('请选择首饰类别', 40),
  printTemplate: requiredText('请选择标签模板', 60),
  /** Goods under wire names; an empty barcode asks for an automatic one. */
  list: z
    .array(SheetRow, { error: '请至少先添加一条数据！' })
    .min(1, '请至少先添加一条数据！')
    .max(MAX_BATCH_ROWS, `一次最多批量入库${MAX_BATCH_ROWS}条`),
  /** One for the whole batch, both optional. */
  supplierId: chosenId('partnerId', '请选择供应商')
    .nullish()
    .transform((value) => value ?? null),
  batchNo: BatchNo,
});
export type BatchBody = z.infer<typeof BatchBody>;

/** A piece of the batch as its label wants it. */
export const BatchGoods = z.object({
  id: z.int(),
  no: z.string(),
  barcode: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  inStorageAt: z.string(),
  batchNo: z.string(),
  num: z.int(),
  printTemplate: z.string(),
  status: z.string(),
  auditFlag: z.int(),
  ...GOODS_ROW_SHAPE,
});
export type BatchGoods = z.infer<typeof BatchGoods>;
