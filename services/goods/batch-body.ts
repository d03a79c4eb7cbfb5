/** Body and answer of POST /biz-goods-in/goods-batch (wire). Header messages in the order of S0§5. */
import { z } from 'zod';
import { Day } from '../contracts/dates.ts';
import { BatchNo, formText } from './fields.ts';
import { GOODS_ROW_SHAPE } from './wire-row.ts';

export const MAX_BATCH_ROWS = 500;

export const BatchBody = z.object({
  shopId: z.int({ error: '分店不能为空' }).positive('分店不能为空'),
  inStorageAt: z.string({ error: '入库日期不能为空' }).min(1, '入库日期不能为空').pipe(Day),
  type: z.string({ error: '请选择首饰类别' }).trim().min(1, '请选择首饰类别').pipe(formText(40)),
  printTemplate: z.string({ error: '请选择标签模板' }).trim().min(1, '请选择标签模板').pipe(formText(60)),
  /** Goods under wire names; an empty barcode asks for an automatic one. */
  list: z
    .array(z.record(z.string(), z.unknown()), { error: '请至少先添加一条数据！' })
    .min(1, '请至少先添加一条数据！')
    .max(MAX_BATCH_ROWS, `一次最多批量入库${MAX_BATCH_ROWS}条`),
  /** One for the whole batch, both optional. */
  supplierId: z
    .int({ error: '请选择供应商' })
    .positive()
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
