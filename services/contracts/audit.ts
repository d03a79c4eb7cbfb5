/** What auditFlag says: on screens, in filters, on sheets. */
export const AUDIT_WORDS: Readonly<Record<string, string>> = { 1: '待审核', 2: '已审核' };
export const AUDIT_OPTIONS = Object.entries(AUDIT_WORDS).map(([value, label]) => ({ value, label }));
