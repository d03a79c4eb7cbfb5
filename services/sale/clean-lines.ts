/** 维修清洗 lines of the body become lines of the order (S1§3, §5). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Previous } from '../documents/desk.ts';
import {
  CLEAN_LIST,
  cleanLineOf,
  type SaleBody,
  type SaleCleanLine,
  type SaleCleanLineBody,
  type SaleHeader,
  type SaleLine,
} from './contract.ts';
import { identified } from './identified.ts';

/** Days that cleaning and mending usually take, where the setting says nothing. */
const DAYS = 7;
const CLEAN_DAYS = 'clean_days';

export const cleanLinesOf = async (
  { lookup }: { readonly lookup: Pick<MasterLookup, 'setting'> },
  { sellCleanList: sent, sellAt: soldOn }: SaleBody,
  before: Previous<SaleHeader, SaleLine> | null,
): Promise<readonly SaleCleanLine[] | Refusal> => {
  if (sent.length === 0) return [];
  const set = (await lookup.setting(CLEAN_DAYS))?.trim() ?? '';
  const days = /^\d{1,3}$/.test(set) ? Number(set) : DAYS;
  const lines = sent.map((line) => cleanLineOf(line, { soldOn, days }));
  const found = identified({ list: CLEAN_LIST, path: 'sellCleanList', sent, before, lines });
  return isRefusal(found) ? found : found.map((line, index) => asPromised(line, sent[index], before));
};

/** Whether it was fetched at once is said at its first save, and the day that was promised stands until another is sent. */
const asPromised = (
  line: SaleCleanLine,
  sent: SaleCleanLineBody | undefined,
  before: Previous<SaleHeader, SaleLine> | null,
): SaleCleanLine => {
  const stood = before?.lines.find((one) => one.list === CLEAN_LIST && one.lineId === line.lineId);
  if (stood?.list !== CLEAN_LIST) return line;
  const { promisedOn, takenOn, takenBy } = stood;
  return { ...line, promisedOn: sent?.promiseAt ?? promisedOn, takenOn, takenBy };
};
