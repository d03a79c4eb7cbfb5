/** Recounts the log by itself, without the projectors, and compares it with what the read models and clients say. */
import pg from 'pg';
import type { Outcome } from './till.ts';

type Data = Readonly<Record<string, unknown>> & {
  readonly barcode: string;
  readonly shopId: number;
  readonly fromShopId: number;
  readonly toShopId: number;
  readonly quantity: number;
  readonly key: string;
  readonly holdKey: string;
  readonly claimKey: string;
};
export type Stored = { readonly position: number; readonly stream: string; readonly type: string; readonly data: Data };
type Standing = { onHand: number; readonly holds: Map<string, number> };

export type Audit = {
  readonly events: readonly Stored[];
  /** `barcode shop` → on hand and holds by key. */
  readonly standing: ReadonlyMap<string, Standing>;
  /** Signed movements, `position/shop/quantity`. */
  readonly movements: readonly string[];
};

/** Departures taken back: on the shelf again, and held. */
const BACK = new Set(['GoodsSaleReversed', 'GoodsSupplierReturnReversed', 'GoodsWriteOffReversed']);

type At = (shop: number) => Standing;
const departed = (type: string): boolean =>
  type === 'GoodsSold' || type === 'GoodsReturnedToSupplier' || type === 'GoodsWrittenOff';

/** What an inspection does to them: the hold of what passed ends, that of what did not goes to whoever takes it away. */
const inspecting = ({ type, data }: Stored, { holds }: Standing): void => {
  const { quantity } = data;
  if (type === 'GoodsInspected' && data['result'] === 'passed') holds.delete(data.key);
  if (type === 'GoodsInspectionReversed') {
    for (const key of [data.claimKey, String(data['inspectedKey'])]) holds.delete(key);
    holds.set(data.holdKey, quantity);
  }
  if (type === 'GoodsHoldHandedOver') {
    holds.delete(String(data['from']));
    holds.set(String(data['to']), quantity);
  }
};
/** What an event does to the holds of its piece. */
const holding = (event: Stored, at: At): void => {
  const { type, data } = event;
  const { shopId, fromShopId: from, toShopId: to, quantity } = data;
  if (type === 'GoodsHeld') at(shopId).holds.set(data.key, quantity);
  if (type === 'GoodsHoldReleased' && shopId !== null) at(shopId).holds.delete(data.key);
  if (type === 'GoodsTransferred') at(from).holds.delete(data.key);
  if (type === 'GoodsTransferReversed') {
    at(to).holds.delete(data.claimKey);
    at(from).holds.set(data.holdKey, quantity);
  }
  if (departed(type)) at(shopId).holds.delete(data.key);
  if (BACK.has(type)) at(shopId).holds.set(data.holdKey, quantity);
  if (type === 'GoodsFindReversed') at(shopId).holds.delete(data.claimKey);
  if (/^GoodsInspect|HandedOver$/.test(type)) inspecting(event, at(shopId));
};
/** Signed quantities an event moves, by shop. */
const moved = ({ type, data }: Stored): readonly (readonly [shop: number, quantity: number])[] => {
  const { shopId, fromShopId: from, toShopId: to, quantity } = data;
  if (type === 'GoodsReceiptAudited' || type === 'GoodsFound' || BACK.has(type)) return [[shopId, quantity]];
  if (type === 'GoodsReceiptReversed' || type === 'GoodsFindReversed' || departed(type)) return [[shopId, -quantity]];
  if (type === 'GoodsTransferred') {
    return [
      [from, -quantity],
      [to, quantity],
    ];
  }
  if (type !== 'GoodsTransferReversed') return [];
  return [
    [to, -quantity],
    [from, quantity],
  ];
};

export const count = (events: readonly Stored[]): Audit => {
  const standing = new Map<string, Standing>();
  const movements: string[] = [];
  for (const event of events) {
    const at: At = (shop) => {
      const name = `${event.data.barcode} ${shop}`;
      const found = standing.get(name) ?? { onHand: 0, holds: new Map<string, number>() };
      standing.set(name, found);
      return found;
    };
    for (const [shop, quantity] of moved(event)) {
      at(shop).onHand += quantity;
      movements.push(`${event.position}/${shop}/${quantity}`);
    }
    holding(event, at);
  }
  return { events, standing, movements };
};

export const readLog = async (db: pg.Client): Promise<Audit> => {
  const { rows } = await db.query<Stored>(
    'select position::int as position, stream, type, data from es.events order by position',
  );
  return count(rows);
};

const sorted = (values: Iterable<string>): string[] => [...values].toSorted();
const text = ({ onHand, holds }: Standing): string =>
  `${onHand} ${JSON.stringify([...holds].toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;

/** What the read models hold that the log does not say, and the other way round; empty when they agree. */
export const differences = async (db: pg.Client, audit: Audit): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const compare = (what: string, expected: readonly string[], found: readonly string[]): void => {
    const [want, have] = [new Set(expected), new Set(found)];
    const missing = expected.filter((one) => !have.has(one)).slice(0, 5);
    const surplus = found.filter((one) => !want.has(one)).slice(0, 5);
    if (missing.length + surplus.length > 0 || expected.length !== found.length) {
      wrong.push(`${what}: missing ${missing.join(' | ')}; surplus ${surplus.join(' | ')}`);
    }
  };
  const heldOf = ({ holds }: Standing): number => [...holds.values()].reduce((sum, one) => sum + one, 0);
  const keysOf = (keys: Iterable<string>): string => sorted(keys).join(',');
  const holding = await db.query<{ barcode: string; shop_id: number; on_hand: number; held: number; keys: string[] }>(
    `select barcode, shop_id, on_hand, held, array(select jsonb_object_keys(holds)) as keys
     from live.holding where to_position is null`,
  );
  compare(
    'holding',
    sorted(
      [...audit.standing].map(([name, one]) => `${name}: ${one.onHand} ${heldOf(one)} ${keysOf(one.holds.keys())}`),
    ),
    sorted(holding.rows.map((row) => `${row.barcode} ${row.shop_id}: ${row.on_hand} ${row.held} ${keysOf(row.keys)}`)),
  );
  const flow = await db.query<{ position: string; shop_id: number; quantity: number }>(
    'select position, shop_id, quantity from live.goods_flow',
  );
  compare(
    'goods_flow',
    sorted(audit.movements),
    sorted(flow.rows.map((row) => `${row.position}/${row.shop_id}/${row.quantity}`)),
  );
  const rows = await db.query<{ barcode: string; shop_id: number; on_hand: number; held: number }>(
    'select barcode, shop_id, sum(on_hand)::int as on_hand, sum(held)::int as held from live.goods_in group by 1, 2',
  );
  const shown = new Set(rows.rows.map(({ barcode, shop_id: shop }) => `${barcode} ${shop}`));
  compare(
    'goods_in',
    sorted(
      [...audit.standing]
        // The row of a transfer goes with its reversal: where nothing is, no row has to say so.
        .filter(([name, one]) => one.onHand > 0 || one.holds.size > 0 || shown.has(name))
        .map(([name, one]) => `${name}: ${one.onHand} ${heldOf(one)}`),
    ),
    sorted(
      rows.rows
        .filter(({ barcode, shop_id: shop }) => audit.standing.has(`${barcode} ${shop}`))
        .map((row) => `${row.barcode} ${row.shop_id}: ${row.on_hand} ${row.held}`),
    ),
  );
  return wrong;
};

const AT_REST = new Set(['Opened', 'Revised', 'RevisionRefused', 'Refused', 'Deleted', 'Posted', 'Reopened']);
const REST_AFTER_REVERSAL = 'ReversalRefused';
const KINDS: Readonly<Record<string, string>> = {
  Transfer: 'transfer',
  Sale: 'sale',
  SupplierReturn: 'supplierreturn',
  StockAdjust: 'adjust',
  Inspection: 'inspection',
};
/** Hold keys begin with the kind of their document, streams with its name: they differ for returns. */
const STREAM_OF_KEY: Readonly<Record<string, string>> = { 'supplier-return': 'supplierreturn' };
const documentOfKey = (key: string): string => {
  const [, kind = '', id = ''] = /^(transfer|sale|supplier-return|adjust|inspection)-(\d+)/.exec(key) ?? [];
  return kind === '' ? key : `${STREAM_OF_KEY[kind] ?? kind}-${id}`;
};

/** Last event of every document: `transfer-12 TransferOpened`. */
const endsOf = (events: readonly Stored[]): ReadonlyMap<string, string> => {
  const ends = new Map<string, string>();
  for (const { stream, type } of events) {
    const kind = Object.keys(KINDS).find((one) => stream.startsWith(`${KINDS[one]}-`));
    if (kind !== undefined) ends.set(stream, type.slice(kind.length));
  }
  return ends;
};

/** Documents that are still under way. */
export const underWay = ({ events }: Audit): readonly string[] =>
  [...endsOf(events)]
    .filter(([, fact]) => !AT_REST.has(fact) && fact !== REST_AFTER_REVERSAL)
    .map(([stream, fact]) => `${stream} ${fact}`);

/** Holds whose document does not stand: posted, deleted, refused or unknown. The key names the document. */
export const orphanHolds = ({ events, standing }: Audit): readonly string[] => {
  const ends = endsOf(events);
  const gone = new Set(['Refused', 'Deleted', 'Posted', undefined]);
  // What did not pass stays held by its inspection.
  const keeps = (key: string): boolean => ends.get(documentOfKey(key)) === 'Posted' && key.startsWith('inspection-');
  return [...standing].flatMap(([place, { holds }]) =>
    [...holds.keys()]
      .filter((key) => !keeps(key) && gone.has(ends.get(documentOfKey(key))))
      .map((key) => `${place} held by ${key}`),
  );
};

/** Nothing below zero, nothing held beyond what is there. */
export const impossible = ({ standing }: Audit): readonly string[] =>
  [...standing]
    .filter(([, { onHand, holds }]) => onHand < 0 || [...holds.values()].reduce((sum, one) => sum + one, 0) > onHand)
    .map(([place, one]) => `${place}: ${text(one)}`);

const CREATES: Readonly<Record<string, readonly [prefix: string, type: string, id: string]>> = {
  '/biz-goods-in': ['goods-', 'GoodsReceived', 'receiptId'],
  '/biz-allocate': ['transfer-', 'TransferSubmitted', 'documentId'],
  '/biz-goods-return': ['supplierreturn-', 'SupplierReturnSubmitted', 'documentId'],
  '/biz-stock-adjust': ['adjust-', 'StockAdjustSubmitted', 'documentId'],
  '/biz-goods-inspection': ['inspection-', 'InspectionSubmitted', 'documentId'],
  '/biz-sell': ['sale-', 'SaleSubmitted', 'documentId'],
};

/** Acknowledged creations that are not in the log exactly once, and documents nobody was told of. */
export const miscounted = ({ events }: Audit, told: readonly Outcome[]): readonly string[] => {
  const wrong: string[] = [];
  for (const [path, [prefix, type, field]] of Object.entries(CREATES)) {
    const made = events.filter((event) => event.type === type && event.stream.startsWith(prefix));
    const times = Map.groupBy(made, ({ data }) => Number(data[field]));
    const mine = told.filter((one) => one.method === 'POST' && one.path === path);
    const accepted = new Set(mine.filter(({ status }) => status === 200).map(({ data }) => Number(data)));
    for (const id of accepted) {
      if (times.get(id)?.length !== 1) wrong.push(`${path} ${id} is there ${times.get(id)?.length ?? 0} times`);
    }
    if (accepted.size !== mine.filter(({ status }) => status === 200).length) wrong.push(`${path}: an id given twice`);
  }
  return wrong;
};
