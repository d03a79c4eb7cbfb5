/**
 * Shoppers who press at once are served together: each in a transaction of his own would hold a connection while it waits for the lock of
 * the gift, and there are few of them.
 */
import { IntegrityConstraintViolationError } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { refuse } from '../../contracts/refusal.ts';
import { batched } from '../../platform/base/batches.ts';
import { ENABLED } from '../fields.ts';
import { guarded } from '../constraint-guard.ts';
import { standingCustomer, unlockedCustomers, type ClaimCustomer } from '../write-offs/claim-customer.ts';
import { serve, type GiftAnswer, type GiftPress, type CustomerPress } from './shopper-claiming.ts';

const CLOSED = refuse('conflict', 'giveaway.customer', '您的客户资料已停用，请到门店咨询');
const AGAIN = refuse('conflict', 'giveaway.again', '系统繁忙，请再点一次领取');

const isClosed = ({ status }: ClaimCustomer): boolean => status !== ENABLED;
const claimIn = async (tx: CommonQueryMethods, press: GiftPress): Promise<GiftAnswer> => {
  const { recordId } = press.who;
  const customer = recordId === null ? null : await standingCustomer(tx, recordId);
  if (recordId !== null && (customer === null || isClosed(customer))) return CLOSED;
  const answer = (await serve(tx, press.giveawayId, [{ press, customer }])).get(press);
  if (answer === undefined) throw new Error('a press was not answered');
  return answer;
};
/** Waits for whoever has his record locked. */
const claimAlone = (pool: DatabasePool, press: GiftPress): Promise<GiftAnswer> =>
  guarded(
    () => pool.transaction((tx) => claimIn(tx, press)),
    (constraint) => (constraint === 'write_off_code' ? AGAIN : undefined),
  );

/** `null`: he is served alone. */
type Answers = ReadonlyMap<GiftPress, GiftAnswer | null>;
const claimAllIn = async (tx: CommonQueryMethods, presses: readonly GiftPress[]): Promise<Answers> => {
  const records = new Set(presses.flatMap(({ who: { recordId } }) => (recordId === null ? [] : [recordId])));
  const customers = await unlockedCustomers(tx, [...records]);
  const answers = new Map<GiftPress, GiftAnswer | null>();
  const standing: CustomerPress[] = [];
  for (const press of presses) {
    const { recordId } = press.who;
    const customer = recordId === null ? null : customers.get(recordId);
    if (customer === undefined) answers.set(press, null);
    else if (customer !== null && isClosed(customer)) answers.set(press, CLOSED);
    else standing.push({ press, customer });
  }
  // In the order of their ids, as another house that has several locks them.
  const gifts = [...Map.groupBy(standing, ({ press }) => press.giveawayId)].toSorted(([one], [other]) => one - other);
  for (const [giveawayId, all] of gifts)
    for (const [press, answer] of await serve(tx, giveawayId, all)) answers.set(press, answer);
  return answers;
};
const claimTogether = async (
  pool: DatabasePool,
  presses: readonly GiftPress[],
): Promise<readonly (GiftAnswer | null)[]> => {
  if (presses.length === 1) return [null];
  try {
    const answers = await pool.transaction((tx) => claimAllIn(tx, presses));
    return presses.map((press) => answers.get(press) ?? null);
  } catch (error) {
    // One of them is refused, and only he is.
    if (error instanceof IntegrityConstraintViolationError) return presses.map(() => null);
    throw error;
  }
};

/** Claims gifts of a database. One desk of a process, so that those who press at once meet. */
export const giftDesk = (pool: DatabasePool): ((press: GiftPress) => Promise<GiftAnswer>) => {
  const together = batched((presses: readonly GiftPress[]) => claimTogether(pool, presses));
  return async (press) => (await together(press)) ?? claimAlone(pool, press);
};
