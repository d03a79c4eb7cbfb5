/** Values of the dialog of an exit, and its body. */
import { RecycleOutRecord } from 'projections/recycle-outs/contract';
import type { LotLine } from './lots.ts';

export type RecycleOutValues = Omit<RecycleOutRecord, 'goodsList' | 'lotList' | 'price'> & {
  /** Barcodes as typed: separated by anything. */
  readonly goods: string;
  readonly price: number | undefined;
  readonly lotList: readonly LotLine[];
};
export const valuesOf = (data: unknown): Partial<RecycleOutValues> => {
  const { goodsList, lotList, ...record } = RecycleOutRecord.parse(data);
  return { ...record, goods: goodsList.join(' '), lotList: lotList.map((line) => ({ ...line, free: undefined })) };
};

const BARCODES = /[\s,，;；、]+/u;
export const bodyOf = (values: Partial<RecycleOutValues>) => {
  const { id, shopId, outAt, kind, party = '', price, goods = '', remark = '', lotList = [] } = values;
  return {
    ...(id === undefined ? {} : { id }),
    shopId,
    outAt,
    kind,
    party,
    price: kind === '4' ? (price ?? 0) : 0,
    goodsList: kind === '3' ? goods.split(BARCODES).filter((code) => code !== '') : [],
    remark,
    lotList: lotList.map(({ lotId, weightOut }) => ({ lotId, weightOut })),
  };
};
