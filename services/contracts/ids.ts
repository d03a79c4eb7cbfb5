/** Numbers that name records, as addresses and filters carry them. */
import { addressNumber } from './values.ts';

/** Documents and stock rows: any whole number above 0. */
export const RecordId = addressNumber('id');
/** Shops, suppliers and customers. */
export const PartnerId = addressNumber('partnerId');

/** The shop without which nothing is asked. */
export const ChosenShop = addressNumber('partnerId', '请先选择分店名称！');
