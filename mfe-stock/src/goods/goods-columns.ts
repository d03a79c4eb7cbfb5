/** List columns of a piece out of the one table of goods fields: every attribute of S0§3 can be shown. */
import type { Column, ValueKind } from 'root-config/ui';
import { GOODS_FIELDS, type FieldKind, type GoodsWireFields } from 'services/goods/contract';

const KIND: Record<FieldKind, ValueKind> = {
  text: 'text',
  choice: 'text',
  grams: 'weight',
  carats: 'carat',
  yuan: 'money',
  count: 'count',
  ratio: 'number',
  pictures: 'picture',
};
const WIDE = 160;
const NARROW = 100;

/** All attributes but `except`, hidden until somebody chooses them; cost columns only with the right (R13). */
export const goodsColumns = <Row extends GoodsWireFields>(except: readonly string[]): readonly Column<Row>[] =>
  Object.values(GOODS_FIELDS)
    .filter(({ wire }) => !except.includes(wire))
    .map(
      (spec) =>
        ({
          field: spec.wire,
          title: spec.label,
          kind: KIND[spec.kind],
          hidden: true,
          ...(spec.kind === 'text' && { width: WIDE }),
          ...(spec.kind === 'choice' && { width: NARROW }),
          ...('cost' in spec && { allow: 'biz:cost:view' }),
        }) as unknown as Column<Row>,
    );
