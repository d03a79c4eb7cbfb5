import { SALES_CALLS } from './sales-calls.ts';
import { SALES_CUSTOMERS } from './sales-customers.ts';
import { SALES_EXITS } from './sales-exits.ts';
import { SALES_GIFTS } from './sales-gifts.ts';
import { SALES_GIVEAWAYS } from './sales-giveaways.ts';
import { SALES_HOME } from './sales-home.ts';
import { SALES_MONEY } from './sales-money.ts';
import { SALES_ORDER } from './sales-order.ts';
import { SALES_PRINTING } from './sales-printing.ts';
import { SALES_PRICES } from './sales-prices.ts';
import { SALES_PROOF } from './sales-proof.ts';
import { SALES_REPORTS } from './sales-reports.ts';
import { SALES_RECYCLE } from './sales-recycle.ts';
import { SALES_REPAIRS } from './sales-repairs.ts';
import { SALES_RETURNS } from './sales-returns.ts';
import { SALES_RIGHTS } from './sales-rights.ts';
import { SALES_SHOPPERS } from './sales-shoppers.ts';
import { SALES_WORDS } from './sales-words.ts';

/** The sales document, rule by rule, as far as it stands. */
export const SALES = [
  ...SALES_ORDER,
  ...SALES_MONEY,
  ...SALES_CUSTOMERS,
  ...SALES_GIFTS,
  ...SALES_GIVEAWAYS,
  ...SALES_HOME,
  ...SALES_RECYCLE,
  ...SALES_EXITS,
  ...SALES_RETURNS,
  ...SALES_PRINTING,
  ...SALES_PRICES,
  ...SALES_REPORTS,
  ...SALES_REPAIRS,
  ...SALES_RIGHTS,
  ...SALES_WORDS,
  ...SALES_SHOPPERS,
  ...SALES_CALLS,
  ...SALES_PROOF,
];
