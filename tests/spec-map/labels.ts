import type { Row } from './row.ts';

/** Labels and the local print service (S0§2, §5, §7, §9). */
export const LABELS: readonly Row[] = [];
