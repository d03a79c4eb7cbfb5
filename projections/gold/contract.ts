/** The ways gold comes and goes (R91), in the order a balance shows them. Plain data: browsers load it. */
export const FLOWS = [
  { name: 'received', title: '入库', sign: 1 },
  { name: 'found', title: '报溢', sign: 1 },
  { name: 'transferIn', title: '调入', sign: 1 },
  { name: 'returned', title: '销退', sign: 1 },
  { name: 'recycled', title: '回收', sign: 1 },
  { name: 'back', title: '回料', sign: 1 },
  { name: 'sold', title: '销售', sign: -1 },
  { name: 'transferOut', title: '调出', sign: -1 },
  { name: 'supplierReturn', title: '退供应商', sign: -1 },
  { name: 'writtenOff', title: '报损', sign: -1 },
  { name: 'exits', title: '旧料出库', sign: -1 },
  { name: 'loss', title: '熔炼损耗', sign: -1 },
] as const;
export type Flow = (typeof FLOWS)[number]['name'];
/** From piece to lot or from lot to piece: nothing comes to the house and nothing leaves it. */
export const INSIDE = 'inside';
