/** 旧料回收 lines of the body become lines of the order (S1§3, §5, §9; R76). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Previous } from '../documents/desk.ts';
import {
  FINENESS_DICTIONARY,
  RECYCLE_LIST,
  RECYCLE_WORK_FEE,
  computeRecycleLine,
  unknownFineness,
  workFeeRuleOf,
  type RecycleLine,
} from '../old-material/contract.ts';
import { can } from '../contracts/user.ts';
import type { Actor } from '../contracts/route.ts';
import { buyingFenOf, type GoldPrices } from '../quoted-price/contract.ts';
import { lineIdOnWire, type SaleBody, type SaleHeader, type SaleLine } from './contract.ts';
import { identified } from './identified.ts';

const PATH = 'sellRecycleList';
const MAY_ROUND = 'biz:bizSell:round';
type Before = Previous<SaleHeader, SaleLine> | null;
const standingIn = (before: Before): readonly RecycleLine[] =>
  (before?.lines ?? []).filter((line) => line.list === RECYCLE_LIST);

type RecycleLineRules = {
  readonly lookup: Pick<MasterLookup, 'setting' | 'dictValues'>;
  readonly goldPrices: GoldPrices;
};
export const recycleLinesOf = async (
  { lookup, goldPrices }: RecycleLineRules,
  { sellRecycleList: sent, sellAt }: SaleBody,
  before: Before,
  { user, now }: Actor,
): Promise<readonly RecycleLine[] | Refusal> => {
  if (sent.length === 0) return [];
  const stood = standingIn(before);
  const rule = workFeeRuleOf(await lookup.setting(RECYCLE_WORK_FEE));
  const board = await goldPrices.on(sellAt, now);
  const buying = { fenOf: (fineness: string) => buyingFenOf(board, fineness), mayExceed: can(user, MAY_ROUND) };
  const known = await lookup.dictValues(FINENESS_DICTIONARY);
  const computed = sent.map((line, index) => {
    const standing = stood.find(({ lineId }) => before !== null && lineIdOnWire(before.id, lineId) === line.id);
    return computeRecycleLine(line, { path: `${PATH}.${index}`, rule, buying, standing });
  });
  const fields = [
    ...unknownFineness(PATH, sent, { known, standing: stood }),
    ...computed.flatMap(({ problems }) => problems),
  ];
  if (fields[0] !== undefined) return refuse('invalid', 'sale.recycle', fields[0].message, { fields });
  return identified({ list: RECYCLE_LIST, path: PATH, sent, before, lines: computed.map(({ line }) => line) });
};
