/** Numbers that name records, as addresses and filters carry them. */
import { z } from 'zod';

/** Documents and stock rows: any whole number above 0. */
export const RecordId = z.coerce.number().int().positive();

const MOST = 2_147_483_647;
const NONE = '没有这个编号';
/** Shops, suppliers and customers: 32 bits in every table. */
export const PartnerId = RecordId.max(MOST, NONE);

const CHOOSE = '请先选择分店名称！';
/** The shop without which nothing is asked. */
export const ChosenShop = z.coerce.number({ error: CHOOSE }).int(CHOOSE).positive(CHOOSE).max(MOST, NONE);
