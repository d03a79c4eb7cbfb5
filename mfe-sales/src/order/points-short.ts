/** Points that a return should take back and the customer no longer has: what it pays less for them is proposed (R144). Pure. */
import { fenFromYuan, yuanFromFen } from 'services/contracts/units';
import { withReturnPrice, type ChangeLine } from './change-line.ts';

/** Of what the returns take back, so many are not there; `left`: usable points once the order is audited. */
export const lackingPoints = (left: number, takenBack: number): number => Math.max(0, Math.min(-left, takenBack));

/** By how much the returns already pay less than they may. */
const loweredFen = (lines: readonly ChangeLine[]): number =>
  lines.reduce(
    (sum, { sellPrice, returnPrice, returnNum }) =>
      sum + Math.max(0, fenFromYuan(sellPrice) - fenFromYuan(returnPrice)) * returnNum,
    0,
  );
/** Fen that the house proposes to pay less, besides what is less already; 0: nothing, or it never said what a point is worth. */
export const proposedFen = (lines: readonly ChangeLine[], lacking: number): number => {
  const eachFen = Math.max(0, ...lines.map(({ sold }) => fenFromYuan(sold.pointValue ?? 0)));
  return Math.max(0, lacking * eachFen - loweredFen(lines));
};

/** The lines with so much less to pay, from the first on; none pays less than nothing. */
export const lessFen = (lines: readonly ChangeLine[], fen: number): readonly ChangeLine[] => {
  let left = fen;
  return lines.map((line) => {
    const unitFen = fenFromYuan(line.returnPrice);
    // A lot's price is one a piece: at most a fen each is taken too much.
    const lessUnit = Math.min(unitFen, Math.ceil(Math.max(0, left) / line.returnNum));
    if (lessUnit === 0) return line;
    left -= lessUnit * line.returnNum;
    return withReturnPrice(line, yuanFromFen(unitFen - lessUnit)).line;
  });
};
