/** Gold that is added to pieces comes out of the shop's old material (R24, R75): it must be there, and costs what that cost. */
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { gramsFromMg } from '../contracts/units.ts';
import type { Previous } from '../documents/desk.ts';
import type { MaterialDesk } from '../old-material/contract.ts';
import type { SaleGoodsLine, SaleHeader, SaleLine } from './contract.ts';
import { saleName } from './manifest.ts';
import { broughtLots } from './material.ts';
import { numberOf } from '../contracts/document.ts';

type Order = {
  readonly shopId: number;
  readonly before: Previous<SaleHeader, SaleLine> | null;
  /** Its other lines: gold that they bring counts as there, as gold does that the order cuts off. */
  readonly others: readonly SaleLine[];
};
const grams = (mg: number): string => gramsFromMg(mg).toFixed(3);
const short = (index: number, fineness: string, freeMg: number): Refusal => {
  const message = `本店${fineness}旧料可用${grams(freeMg)}克，不够加金`;
  const fields = [{ path: `sellGoodsList.${index}.cutDown`, message }];
  return refuse('conflict', 'sale.material_short', message, { fields });
};
/** Lines with the cost of the gold that they add, lot after lot as they will be taken. */
export const withAddedGold = async (
  material: MaterialDesk,
  { shopId, before, others }: Order,
  lines: readonly SaleGoodsLine[],
): Promise<readonly SaleGoodsLine[] | Refusal> => {
  const own = before === null ? null : { kind: saleName.kind, id: before.id, no: numberOf(saleName, before.id) };
  const taken = new Map<string, { weightMg: number; costFen: number }>();
  const costed: SaleGoodsLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.cutDownMg <= 0) {
      costed.push(line);
      continue;
    }
    const { fineness } = line;
    const sofar = taken.get(fineness) ?? { weightMg: 0, costFen: 0 };
    const weightMg = sofar.weightMg + line.cutDownMg;
    const brings = broughtLots([...lines, ...others], fineness);
    const { costFen, freeMg } = await material.costOf({ shopId, fineness, weightMg, brings, own });
    if (freeMg < weightMg) return short(index, fineness, freeMg - sofar.weightMg);
    taken.set(fineness, { weightMg, costFen });
    costed.push({ ...line, cutCostFen: costFen - sofar.costFen });
  }
  return costed;
};
