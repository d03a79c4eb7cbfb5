/** What the fields of words (R131) and of 异常 (R148) are called. */
export const WORD_LABELS = {
  approval: '授权',
  approver: '授权人',
  rule: '超限项目',
  marks: '超限内容',
  requestId: '远程授权',
  answer: '答复',
  way: '授权方式',
  disowns: '不是本人的授权',
  level: '级别',
  seen: '是否已阅',
  who: '当事人',
  percent: '最低折扣',
  until: '有效至',
} as const;
