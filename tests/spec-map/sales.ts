import { SALES_PRICES } from './sales-prices.ts';

/** The sales document, rule by rule, as far as it stands. */
export const SALES = [...SALES_PRICES];
