/** POST /biz-goods-in/goods-batch: goods created together, ready to print (S0§7, wire). */
import { z } from 'zod';
import { isRefusal } from '../contracts/refusal.ts';
import { successOf } from '../contracts/success.ts';
import { route, type Route } from '../contracts/route.ts';
import { BatchBody, BatchGoods } from './batch-body.ts';
import { receiveBatch, type BatchDeps } from './batch-desk.ts';

/** 500 rows with every field filled. */
const BODY_BYTES = 4 * 1024 * 1024;

export const batchRoutes = (deps: BatchDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/biz-goods-in/goods-batch',
    summary: '批量入库',
    allow: 'biz:bizGoodsIn:batch',
    body: BatchBody,
    bodyLimit: BODY_BYTES,
    data: z.array(BatchGoods),
    handler: async ({ body, newId, ...actor }) => {
      const outcome = await receiveBatch(deps, { body, newId, actor });
      if (isRefusal(outcome)) return outcome;
      const { goods, position } = outcome;
      return {
        data: [...goods],
        msg: successOf(
          `保存成功，共${goods.length}条`,
          goods.map(({ barcode }) => barcode),
        ),
        settled: { position },
      };
    },
  }),
];
