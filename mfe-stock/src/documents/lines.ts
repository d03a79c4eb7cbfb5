/** Lines of documents that name pieces, while they are scanned, typed, read and sent. */
import type { Problem } from 'root-config/ui';
import { z } from 'zod';
import type { LookupAnswer } from './scan-piece.ts';

/** `shopId`: the shop the piece was looked up in; the document's may be changed afterwards. */
export type LineOf<Row> = Row & {
  readonly shopId: number | undefined;
  readonly totalWeight?: number;
  readonly amount?: number;
};
/** A record with such lines. */
export type ValuesOf<Record, Line> = Omit<Record, 'bizGoodsList'> & { readonly bizGoodsList: readonly Line[] };

/** What every line takes from the piece that was scanned. */
export const scannedLine = ({ barcode, name, type, goldWeight }: LookupAnswer, shopId: number) => ({
  barcode,
  name: name ?? '',
  type: type ?? '',
  goldWeight: goldWeight ?? 0,
  shopId,
});

/** Lines of another shop than the chosen one, which is called `shop`. */
export const linesElsewhere = (
  lines: readonly { readonly shopId: number | undefined }[],
  shopId: number | undefined,
  shop = '分店',
): readonly Problem[] =>
  lines.flatMap((line, index) =>
    line.shopId === shopId
      ? []
      : [{ path: `bizGoodsList.${index}.barcode`, message: `这件首饰不在现在的${shop}，请删除后重新扫码` }],
  );

const Record = z.looseObject({ bizGoodsList: z.array(z.looseObject({})) });
/** A record as the server sends it; each line knows the shop it stands in, which the field `shop` names. */
export const readLines = <Values>(data: unknown, shop: 'shopId' | 'outShopId' = 'shopId'): Partial<Values> => {
  const record = Record.parse(data);
  const shopId = z.int().parse(record[shop]);
  return {
    ...record,
    bizGoodsList: record.bizGoodsList.map((line) => ({ ...line, shopId })),
  } as unknown as Partial<Values>;
};

const picked = <Whole extends object>(whole: Whole, names: readonly (keyof Whole & string)[]) =>
  Object.fromEntries(names.map((name) => [name, whole[name]]));
/** The body of a save: of the header and of each line the fields named. */
export const bodyOf =
  <Line extends object, Values extends { readonly bizGoodsList: readonly Line[] }>(
    header: readonly (keyof Values & string)[],
    line: readonly (keyof Values['bizGoodsList'][number] & string)[],
  ) =>
  (values: Values): Readonly<Record<string, unknown>> => ({
    ...picked(values, header),
    bizGoodsList: values.bizGoodsList.map((one) => picked(one, line as readonly (keyof Line & string)[])),
  });
