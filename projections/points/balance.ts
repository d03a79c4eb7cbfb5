/** customer_points: what a customer has, what is kept for documents, what was spent (R84). */
import type { Recorded } from 'services/event-store/port';
import { POINTS_EVENT_TYPES, heldOf, type PointsReservation, type PointsEvent } from 'services/points/contract';
import { exact } from '../platform/projection/exact-sum.ts';
import { keyed, type Row } from '../platform/projection/projection.ts';

type Holds = Readonly<Record<string, PointsReservation>>;
type PointsRow = Row & {
  readonly customer_id: number;
  readonly balance: number;
  readonly held_points: number;
  readonly usable_points: number;
  readonly used_points: number;
  readonly holds: Holds;
};
type Change = { readonly balance?: number; readonly used?: number; readonly holds?: Holds };

const without = (holds: Holds, ...keys: readonly (string | undefined)[]): Holds =>
  Object.fromEntries(Object.entries(holds).filter(([key]) => !keys.includes(key)));
/** A claim is kept like a reservation until the posting is taken back. */
const changeOf = ({ type, data }: PointsEvent, holds: Holds): Change => {
  switch (type) {
    case 'PointsHeld': {
      const { key, points, replaces } = data;
      return { holds: { ...holds, [key]: { points, ...(replaces !== undefined && { replaces }) } } };
    }
    case 'PointsHoldReleased':
      return { holds: without(holds, data.key) };
    case 'PointsPosted':
      return { balance: data.balance, used: data.spent, holds: without(holds, data.key, holds[data.key]?.replaces) };
    case 'PointsClaimed':
      return { holds: { ...holds, [data.claimKey]: { points: data.points } } };
    case 'PointsClaimReleased':
      return { holds: without(holds, data.claimKey) };
    case 'PointsPostingReversed': {
      const points = data.spent + data.takenBack;
      const left = without(holds, data.claimKey);
      return {
        balance: data.balance,
        used: -data.spent,
        holds: { ...left, [data.holdKey]: { points } },
      };
    }
    case 'PointsHandedOver':
    case 'PointsTakenOver':
    case 'PointsCorrected':
      return { balance: data.balance };
  }
};

const nothing = (customerId: number): PointsRow => ({
  customer_id: customerId,
  balance: 0,
  held_points: 0,
  usable_points: 0,
  used_points: 0,
  holds: {},
});
const fold = (rows: readonly PointsRow[], recorded: Recorded): readonly PointsRow[] => {
  const event = recorded as unknown as PointsEvent;
  const { customer_id, balance: before, used_points, holds: held } = rows[0] ?? nothing(event.data.customerId);
  const { balance = before, used = 0, holds = held } = changeOf(event, held);
  const held_points = exact(heldOf(new Map(Object.entries(holds))));
  const usable_points = exact(balance - held_points);
  const spent = exact(used_points + used);
  // A customer's list adds up what there is and what was spent.
  exact(balance + spent);
  return [{ customer_id, balance, held_points, usable_points, used_points: spent, holds }];
};

export const customerPoints = keyed<PointsRow>({
  name: 'customer-points',
  version: 2,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'customer_points',
  events: POINTS_EVENT_TYPES,
  key: 'customer_id',
  identity: ['customer_id'],
  keyOf: (event) => event.data.customerId as number,
  fold,
});
