/** 维修清洗 lines of the body become lines of the order (S1§3, §5). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { dayOf } from '../contracts/dates.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import { settingDefault } from '../contracts/setting-defaults.ts';
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
import { identified } from './line-identity.ts';

/** Days that cleaning and mending usually take. */
const CLEAN_DAYS = 'clean_days';

const PATH = 'sellCleanList';
/** A line that is fetched at once lies, as every later step does, between the day it was handed in and today. */
const refuseTaken = (
  { sellCleanList, sellAt }: SaleBody,
  before: Previous<SaleHeader, SaleLine> | null,
  today: string,
): Refusal | null => {
  const fields = sellCleanList.flatMap(({ id, takeAt }, index) => {
    // What stands says when by itself.
    if (takeAt === null || (before !== null && id !== null)) return [];
    const path = `${PATH}.${index}.takeAt`;
    if (takeAt > today) return [{ path, message: '取件日期不能晚于今天' }];
    return takeAt < sellAt ? [{ path, message: '取件日期不能早于销售日期' }] : [];
  });
  return fields[0] === undefined ? null : refuse('invalid', 'sale.taken', fields[0].message, { fields });
};

export const cleanLinesOf = async (
  { lookup }: { readonly lookup: Pick<MasterLookup, 'setting'> },
  body: SaleBody,
  before: Previous<SaleHeader, SaleLine> | null,
  { now }: Pick<Actor, 'now'>,
): Promise<readonly SaleCleanLine[] | Refusal> => {
  const { sellCleanList: sent, sellAt: soldOn } = body;
  if (sent.length === 0) return [];
  const refused = refuseTaken(body, before, dayOf(now));
  if (refused !== null) return refused;
  const set = (await lookup.setting(CLEAN_DAYS))?.trim() ?? '';
  const days = /^\d{1,3}$/.test(set) ? Number(set) : settingDefault(CLEAN_DAYS);
  const lines = sent.map((line) => cleanLineOf(line, { soldOn, days }));
  const found = identified({ list: CLEAN_LIST, path: PATH, sent, before, lines });
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
