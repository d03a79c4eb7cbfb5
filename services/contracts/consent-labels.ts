/** What people call the fields of a customer's consents. */
export const CONSENT_LABELS = {
  channel: '同意方式',
  givenAt: '同意时间',
  withdrawnAt: '撤回时间',
  proof: '凭据',
  agreedTo: '已同意',
  erasure: '注销申请',
  state: '状态',
} as const;
