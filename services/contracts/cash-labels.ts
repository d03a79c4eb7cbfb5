/** What people call the fields of large cash (R83, R139) and of closed days (R141). */
export const CASH_LABELS = {
  idType: '证件种类',
  idNo: '证件号码',
  idExpiry: '证件有效期',
  basis: '统计口径',
  checker: '核对人签字',
  checkedBy: '核对人',
  closedUntil: '结账日',
  force: '仍要结账',
  closedBy: '结账人',
  closedAt: '结账时间',
  contact: '联系方式',
  purpose: '用途',
} as const;
