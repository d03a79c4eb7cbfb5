/** Quoted gold prices, write side: POST and PUT /base-quoted-price (R52, R77). */
import { z } from 'zod';
import { isoWithOffset } from '../contracts/dates.ts';
import { RecordId } from '../contracts/ids.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Answer, type Call, type Route } from '../contracts/route.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { priceBoard, type Quotation } from './board.ts';
import { BOARD_ID, BOARD_PATH, BoardBody, QUOTED_PRICE_SCHEMA, QuotedPriceEvent, quotationKey } from './contract.ts';
import { adoptSetting } from './first-version.ts';

const KEY = 'base:baseQuotedPrice';

/** Rows that quote the same gold twice: nobody could say which of the two is the price. */
const refuseTwice = ({ details }: BoardBody): Refusal | null => {
  const first = new Map<string, number>();
  const fields = details.flatMap((line, index) => {
    const key = quotationKey(line);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, index);
      return [];
    }
    const message = `与第${before + 1}行的成色和含金量相同`;
    return [{ path: `details.${index}.name`, message }];
  });
  return fields[0] === undefined ? null : refuse('invalid', 'quoted_price.twice', fields[0].message, { fields });
};

const quotationOf = (body: BoardBody): Quotation => ({
  adPicture: body.adPicture,
  backgroundPicture: body.backgroudPicture,
  remark: body.remark,
  validFrom: body.validFrom === null ? null : isoWithOffset(new Date(body.validFrom)),
  details: body.details
    .map(({ quotedSort, name, goldContent, cost, price, measureUnit }, index) => ({
      sort: quotedSort === 0 ? index + 1 : quotedSort,
      name,
      goldContent,
      costFen: cost,
      priceFen: price,
      measureUnit,
    }))
    .toSorted((one, other) => one.sort - other.sort),
});

type BoardCall = Call<unknown, unknown, BoardBody>;
const quoting =
  (board: ReturnType<typeof priceBoard>) =>
  async (call: BoardCall): Promise<Answer<number> | Refusal> => {
    const twice = refuseTwice(call.body);
    if (twice !== null) return twice;
    const done = await board.quote(quotationOf(call.body), call, call.ifMatch);
    if (isRefusal(done)) return done;
    return { data: BOARD_ID, msg: '保存成功', etag: done.revision, settled: { position: done.position } };
  };

const routesOf = (board: ReturnType<typeof priceBoard>): readonly Route[] => {
  const quote = quoting(board);
  return [
    route({
      method: 'POST',
      path: BOARD_PATH,
      summary: '新增报价',
      allow: `${KEY}:add`,
      ofChain: true,
      body: BoardBody,
      data: z.int(),
      handler: quote,
    }),
    route({
      method: 'PUT',
      path: `${BOARD_PATH}/:id`,
      summary: '修改报价',
      allow: `${KEY}:edit`,
      ofChain: true,
      params: z.object({ id: RecordId }),
      body: BoardBody,
      data: z.int(),
      handler: async (call) =>
        call.params.id === BOARD_ID ? quote(call) : refuse('not-found', 'quoted_price.unknown', '报价不存在'),
    }),
  ];
};

export const quotedPriceSlice: SliceModule = {
  events: [{ union: QuotedPriceEvent, schema: QUOTED_PRICE_SCHEMA }],
  create: ({ store, master, lookup, clock }) => {
    const board = priceBoard(store);
    return {
      name: 'quoted-price',
      routes: routesOf(board),
      seed: () => adoptSetting({ board, master, lookup, clock }),
    };
  },
};
