/** Counting what goes on paper (R53): each copy is one event of the paper's own stream, and the second says 补打. */
import type { Decider } from '../contracts/decider.ts';
import type { DocumentManifest, PrintedKind } from '../contracts/manifest.ts';
import {
  PRINTED_SCHEMA,
  PrintWay,
  PrintedBody,
  PrintedCopies,
  PrintedEvent,
  printedStream,
} from '../contracts/print-copies.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Actor, type Route } from '../contracts/route.ts';
import { can, seesShop, type SessionUser } from '../contracts/user.ts';
import type { JsonObject, Recorded } from '../contracts/event.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { handle } from '../platform/streams/handle.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { StoredRecipient } from '../platform/streams/stream-state.ts';

/** Copies of one paper: which each click made, by user and key. */
type Copies = { readonly count: number; readonly byClick: ReadonlyMap<string, number> };
type Print = {
  readonly type: 'Print';
  readonly kind: string;
  readonly record: number;
  readonly way: PrintWay;
  readonly click: string;
};
type Fact = PrintedEvent & { readonly data: JsonObject; readonly click?: string };

const clickOf = (userId: number, key: string): string => `${userId}/${key}`;
export const copiesDecider: Decider<Copies, Print, Fact> = {
  initial: { count: 0, byClick: new Map() },
  evolve: ({ byClick }, { data: { copy }, click = '' }) => ({
    count: copy,
    byClick: new Map(byClick).set(click, copy),
  }),
  decide: ({ kind, record, way, click }, { count, byClick }) =>
    byClick.has(click)
      ? []
      : [{ type: 'DocumentPrinted', data: { kind, record, copy: count + 1, way }, click } satisfies Fact],
};
const recipientOf = (store: EventStore): StoredRecipient<Copies, Print, Fact> => ({
  store,
  decider: copiesDecider,
  parse: ({ type, data, meta }: Recorded): Fact => ({
    ...PrintedEvent.parse({ type, data }),
    click: clickOf(meta.userId, meta.key),
  }),
  schema: PRINTED_SCHEMA,
});

/** Stages of documents that are there: what was refused or deleted is not printed. */
export const STANDS: ReadonlySet<string> = new Set(['pending', 'posted']);

export type CountedPaper = {
  /** Kind of print template. */
  readonly kind: string;
  /** `/biz-sell` */
  readonly path: string;
  readonly label: string;
  /** Keys with which it may be printed that way; any of them does. */
  readonly keys: Readonly<Record<PrintWay, readonly string[]>>;
  /** Its own shop, then others that see it; null when it is not there. */
  readonly shopsOf: (record: number) => Promise<readonly [own: number, ...others: number[]] | null>;
  /** R109: why the user may not have it, besides its shops. */
  readonly limit: (record: number, user: SessionUser) => Promise<Refusal | null>;
};
/** Whoever may see a document may print it, unless what is printed says otherwise. */
export const printKeys = ({ permission, pages }: DocumentManifest, { keys }: PrintedKind): CountedPaper['keys'] => {
  if (keys !== undefined) return { service: [keys.service], browser: [keys.browser] };
  const actions = pages.filter(({ key }) => key === permission).flatMap((page) => page.actions ?? []);
  const seen = ['list', 'view', 'edit']
    .filter((action) => actions.includes(action))
    .map((action) => `${permission}:${action}`);
  return { service: seen, browser: seen };
};
/** What a document prints of itself; null for one that prints nothing. */
export const countedPaper = (
  manifest: DocumentManifest,
  record: Pick<CountedPaper, 'limit' | 'shopsOf'>,
): CountedPaper | null => {
  const { print, path } = manifest;
  if (print === undefined) return null;
  return { kind: print.kind, path, label: print.title, keys: printKeys(manifest, print), ...record };
};
const REFUSED: Readonly<Record<PrintWay, string>> = { service: '没有打印的权限', browser: '没有在线打印的权限' };

type Found = { readonly id: number; readonly shopId: number };
/** All of them, or why not: nothing is counted of a selection that may not be printed whole. */
const foundAll = async (
  { shopsOf, limit }: CountedPaper,
  ids: readonly number[],
  user: SessionUser,
): Promise<readonly Found[] | Refusal> => {
  const found: Found[] = [];
  for (const id of ids) {
    const shops = await shopsOf(id);
    if (shops === null) return refuse('not-found', 'document.unknown', '单据不存在');
    const refused = shops.some((shopId) => seesShop(user, shopId)) ? await limit(id, user) : limitShops(user, shops);
    if (refused !== null) return refused;
    found.push({ id, shopId: shops[0] });
  }
  return found;
};
const countOne = async (
  recipient: StoredRecipient<Copies, Print, Fact>,
  { kind }: CountedPaper,
  { id, shopId, way }: Found & { readonly way: PrintWay },
  actor: Actor,
) => {
  const click = clickOf(actor.user.id, actor.key);
  const print: Print = { type: 'Print', kind, record: id, way, click };
  const done = await handle(recipient, printedStream(kind, id), print, { actor, shopId });
  if (isRefusal(done)) return done;
  return { id, copy: done.state.byClick.get(click) ?? done.state.count, position: done.position };
};

/** POST <document>/printed: counted before it is drawn, so that no two copies can both be the first. */
export const printedRoute = (store: EventStore, paper: CountedPaper): Route => {
  const recipient = recipientOf(store);
  return route({
    method: 'POST',
    path: `${paper.path}/printed`,
    summary: `登记${paper.label}打印`,
    allow: [...new Set([...paper.keys.service, ...paper.keys.browser])],
    body: PrintedBody,
    data: PrintedCopies,
    handler: async (call) => {
      const { kind: way, ids } = call.body;
      const { user } = call;
      if (!paper.keys[way].some((key) => can(user, key))) return refuse('forbidden', 'print.way', REFUSED[way]);
      const found = await foundAll(paper, [...new Set(ids)], user);
      if (isRefusal(found)) return found;
      const copies: { id: number; copy: number }[] = [];
      let position = -1;
      for (const one of found) {
        const counted = await countOne(recipient, paper, { ...one, way }, call);
        if (isRefusal(counted)) return counted;
        position = Math.max(position, counted.position);
        copies.push({ id: counted.id, copy: counted.copy });
      }
      return { data: copies, msg: '已登记打印', settled: { position } };
    },
  });
};
