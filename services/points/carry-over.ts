/** What one record of a customer has goes over to another of the same person, or back again (R95). */
import type { BalanceDesk } from '../balance/contract.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/user.ts';
import type { Points } from './points.ts';

export type Accounts = { readonly points: Points; readonly balances: BalanceDesk };
type Route = { readonly from: number; readonly to: number; readonly doing: 'merge' | 'part' };
/**
 * Stored value and points go from one record to the other. Either may be refused: what went before the refusal comes back, and
 * nothing reaches the other record until both are free.
 */
export const carryOver = async (
  { points, balances }: Accounts,
  id: number,
  { from, to, doing, points: asked }: Route & { readonly points: number | null },
  by: Actor,
): Promise<{ readonly position: number; readonly points: number } | Refusal> => {
  const leaves = { customerId: from, otherId: to, mergeId: id, doing };
  const comes = { customerId: to, otherId: from, mergeId: id, doing };
  // What came over is known to the record it came from, which is the one that it goes back to.
  const amounts = doing === 'merge' ? null : await balances.mergedOf(to, id);
  const money = await balances.move({ type: 'HandOverBalance', ...leaves, amounts }, by);
  if (isRefusal(money)) return money;
  const out = await points.apply({ type: 'HandOverPoints', ...leaves, points: asked }, { actor: by });
  if (isRefusal(out)) {
    const undone = await balances.move({ type: 'UndoHandOver', ...leaves }, by);
    // No answer after this one shows the record without its money (R169).
    return isRefusal(undone) ? out : { ...out, settled: { position: undone.position } };
  }
  const moved = asked ?? -(out.state.moves.get(`${id}/${doing}`) ?? 0);
  const into = await points.apply({ type: 'TakeOverPoints', ...comes, points: moved }, { actor: by });
  if (isRefusal(into)) return into;
  const there = await balances.move({ type: 'TakeOverBalance', ...comes, amounts: money.moved }, by);
  if (isRefusal(there)) return there;
  const position = Math.max(money.position, out.position, into.position, there.position);
  return { position, points: moved };
};
