/** How a document says what shall happen to old material: its effects on the custodian, and the terms of each. */
import { z } from 'zod';
import type { EffectLeg, LineKey } from '../contracts/document.ts';
import { storedName, storedWhole } from '../contracts/values.ts';
import { Lot, type LotSource } from './events.ts';
import { RecycleLine } from './line.ts';
import { OLD_MATERIAL, materialId } from './names.ts';

/** `weightMg`: what the line brings (`in`) or takes (`out`). */
export const materialEffect = (
  { shopId, fineness }: { readonly shopId: number; readonly fineness: string },
  role: EffectLeg['role'],
  weightMg: number,
) => ({ custodian: OLD_MATERIAL, id: materialId(shopId, fineness), role, quantity: weightMg, place: shopId });

const Bring = Lot.omit({ weightMg: true });
/** What a count found: the leg's quantity is what the lot lacks (`out`) or has too much (`in`). */
const Counted = z.object({ lotId: storedWhole('id'), counted: z.literal(true) });
const Take = z.object({ lotId: storedWhole('id') });
/** Of whatever came first and is free. */
const FirstIn = z.object({ firstIn: z.literal(true) });
/** One entry for each leg of the effect; a leg's quantity is the weight. A lot has its id once the audit drew it. */
export const MaterialTerms = z.object({
  shopId: storedWhole('partnerId'),
  fineness: storedName(),
  legs: z.array(z.union([Bring, Counted, Take, FirstIn])),
});
export type MaterialTerms = z.infer<typeof MaterialTerms>;

type CustomerLot = {
  readonly shopId: number;
  readonly customerId: number;
  readonly fineness: string;
  readonly source: LotSource;
};
/** Terms of lines of old material that are handed in; others of the same effect are none of theirs. */
export const broughtTerms = (
  { shopId, fineness, ...of }: CustomerLot,
  lines: readonly { readonly line: LineKey; readonly rowId: number }[],
): MaterialTerms => ({ shopId, fineness, legs: lines.map((one) => handedInLot(of, one)) });
type LotTerms = z.infer<typeof Bring>;
/** The lot of one line of old material that a customer hands in. */
export const handedInLot = (
  { customerId, source }: Omit<CustomerLot, 'shopId' | 'fineness'>,
  { line, rowId: lotId }: { readonly line: LineKey; readonly rowId: number },
): LotTerms => {
  const {
    list: _list,
    lineId: _line,
    weightMg: _weight,
    pictures: _pictures,
    fineness: _same,
    ...said
  } = RecycleLine.parse(line);
  const { category, style, name, netWeightMg, priceFen, ...handedIn } = said;
  return { lotId, source, category, style, name, netWeightMg, priceFen, handedIn: { customerId, ...handedIn } };
};
