/** 维修收件单 as a paper that is counted: its number names a line of an order (R90, R98). */
import { STANDS, type CountedPaper } from '../documents/copies.ts';
import type { Documents } from '../documents/documents.ts';
import { CLEAN_LIST, lineOfWireId, type SaleHeader, type SaleLine } from './contract.ts';
import type { RepairCommand, RepairSteps } from './repair-facts.ts';

const SEEN = ['biz:bizSellClean:list', 'biz:bizSellClean:edit'];
export const repairPaper = (documents: Documents<SaleHeader, SaleLine, RepairSteps, RepairCommand>): CountedPaper => ({
  kind: 'clean',
  path: '/biz-sell-clean',
  label: '维修收件单',
  keys: { service: SEEN, browser: SEEN },
  shopsOf: async (id) => {
    const { saleId, lineId } = lineOfWireId(id);
    const { current, stage } = (await documents.rested(saleId)).state;
    const line = current?.lines.find((one) => one.list === CLEAN_LIST && one.lineId === lineId);
    return current === null || line === undefined || !STANDS.has(stage) ? null : [current.header.shopId];
  },
  limit: (id, user) => documents.limit(lineOfWireId(id).saleId, user),
});
