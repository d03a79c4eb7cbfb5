import { optionsOf } from './options.ts';

/** What auditFlag says: on screens, in filters, on sheets. */
export const AUDIT_WORDS: Readonly<Record<string, string>> = { 1: '待审核', 2: '已审核' };
export const AUDIT_OPTIONS = optionsOf(AUDIT_WORDS);
