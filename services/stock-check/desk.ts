/** What the routes of a check do: open, save, scan, reset, audit, take back, delete. */
import type { DatabasePool } from 'slonik';
import { documentNo } from '../contracts/document.ts';
import { isRefusal, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor, Answer, Call } from '../contracts/route.ts';
import type { MasterLookup } from '../master-data/contract.ts';
import { bulk } from '../platform/bulk.ts';
import type { EventStore, JsonObject } from '../platform/event-store/port.ts';
import { handle, loadState, type Handled, type Recipient } from '../platform/handle.ts';
import { dayRefusal, shopRefusal } from '../platform/saga/rights.ts';
import { limitShops } from '../platform/shop-limit.ts';
import { bookTotals, builtOnAudit, countTotals } from './books.ts';
import {
  CHECK_VIEWS,
  checkStream,
  headerOf,
  type CheckBody,
  type CheckHeader,
  type CheckTotals,
  type ScanAnswer,
} from './contract.ts';
import {
  checkDecider,
  parseCheckEvent,
  whyNot,
  type CheckCommand,
  type CheckFact,
  type CheckState,
  type SetLine,
} from './decider.ts';
import { recentEvents } from './recent.ts';
import { codesOf, judgeScans, type ScanRules } from './scan.ts';

export type CheckDeps = ScanRules & {
  readonly store: EventStore;
  /** Read models of the books. */
  readonly master: DatabasePool;
  readonly lookup: Pick<MasterLookup, 'shop'>;
};
type Fact = CheckFact & { readonly data: JsonObject };
type Loaded = { readonly state: CheckState; readonly revision: number; readonly position: number };
type Done = Handled<CheckState, Fact>;
/** `Omit` of every command of the union. */
type Sent = CheckCommand extends infer One ? (One extends CheckCommand ? Omit<One, 'documentId'> : never) : never;

type Asked = {
  readonly doing: 'Delete' | 'Audit' | 'Reverse';
  readonly command: (id: number, state: CheckState) => Promise<Sent>;
  readonly call: Call<unknown, unknown, unknown>;
  readonly msg: string;
};

/** Scans that come while an audit adds up are added up again, this often. */
const AUDIT_TRIES = 10;
/** Lines per append: with remarks of 200 characters an append stays below the store's limit. */
const CHUNK = 100;
const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) =>
    items.slice(index * CHUNK, (index + 1) * CHUNK),
  );

const EMPTY = refuseField('check.empty', 'bizGoodsList', '请输入要盘点的首饰');
/** Lines that say something: counted, scanned or remarked. */
const toldLines = (body: CheckBody): SetLine[] => {
  const byBarcode = new Map(
    body.bizGoodsList.map(({ barcode, factNum, scanNum, remark }): [string, SetLine] => [
      barcode,
      { barcode, factNum, scanNum, remark: remark ?? null },
    ]),
  );
  return [...byBarcode.values()];
};
const blank = ({ factNum, scanNum, remark }: SetLine): boolean =>
  factNum === 0 && (scanNum ?? 0) === 0 && (remark ?? '') === '';

export class CheckDesk {
  readonly #deps: CheckDeps;
  readonly #recipient: Recipient<CheckState, CheckCommand, Fact>;
  constructor(deps: CheckDeps) {
    this.#deps = deps;
    this.#recipient = {
      store: recentEvents(deps.store),
      decider: checkDecider as Recipient<CheckState, CheckCommand, Fact>['decider'],
      parse: (recorded) => parseCheckEvent(recorded) as Fact,
    };
  }

  /** A check of all the books have in shop, category and style at this moment. */
  async open(header: CheckHeader, call: Call<unknown, unknown, unknown>): Promise<Answer<number> | Refusal> {
    const refused = await this.#refuseHeader(header, null, call);
    if (refused !== null) return refused;
    const opened = await this.#opened(await call.newId(), header, call);
    return isRefusal(opened) ? opened : this.#saved(opened.state.id, opened);
  }

  async create(call: Call<unknown, unknown, CheckBody>): Promise<Answer<number> | Refusal> {
    const { body } = call;
    const header = headerOf(body);
    const refused = body.bizGoodsList.length === 0 ? EMPTY : await this.#refuseHeader(header, null, call);
    if (refused !== null) return refused;
    const id = await call.newId();
    const opened = await this.#opened(id, header, call);
    if (isRefusal(opened)) return opened;
    const filled = await this.#fill(id, { opened, lines: toldLines(body).filter((line) => !blank(line)) }, call);
    return isRefusal(filled) ? filled : this.#saved(id, filled);
  }

  async edit(id: number, call: Call<unknown, unknown, CheckBody>): Promise<Answer<number> | Refusal> {
    const { body } = call;
    const before = await this.#mine(id, 'CorrectHeader', call);
    if (isRefusal(before)) return before;
    const header = headerOf(body);
    const refused = await this.#refuseHeader(header, before.state.header, call);
    if (refused !== null) return refused;
    if (body.bizGoodsList.length === 0 && (await this.#empty(id, before.state))) return EMPTY;
    const command: Sent = { type: 'CorrectHeader', header };
    const corrected = await this.#send(id, command, { actor: call, header, expected: call.ifMatch });
    if (isRefusal(corrected)) return corrected;
    const filled = await this.#fill(id, { opened: corrected, lines: toldLines(body) }, call);
    return isRefusal(filled) ? filled : this.#saved(id, filled);
  }

  async scan(
    id: number,
    scans: { readonly codes: readonly string[]; readonly device: string },
    call: Call<unknown, unknown, unknown>,
  ): Promise<Answer<ScanAnswer[]> | Refusal> {
    const before = await this.#mine(id, 'Scan', call);
    if (isRefusal(before)) return before;
    const { header, bookPosition } = before.state as CheckState & { readonly header: CheckHeader };
    const items = await judgeScans(this.#deps, { header, bookPosition }, scans.codes);
    const done = await this.#send(id, { type: 'Scan', items, device: scans.device }, { actor: call, header });
    if (isRefusal(done)) return done;
    const data = items.map(({ barcode, bookNum, missing }) => ({
      barcode,
      found: missing === null,
      bookNum,
      reason: missing?.reason ?? '',
      detail: missing?.detail ?? '',
    }));
    return { data, msg: '已录入', settled: { position: done.position, views: CHECK_VIEWS } };
  }

  /** Counts begin again, on fresh books. */
  async reset(id: number, call: Call<unknown, unknown, unknown>): Promise<Answer<null> | Refusal> {
    const before = await this.#mine(id, 'Reset', call);
    if (isRefusal(before)) return before;
    const command: Sent = { type: 'Reset', bookPosition: await this.#deps.store.head() };
    const done = await this.#send(id, command, { actor: call, header: before.state.header });
    if (isRefusal(done)) return done;
    return { data: null, msg: '已重置', settled: { position: done.position, views: [...CHECK_VIEWS, 'holding'] } };
  }

  /** Delete, audit, 反审核 (R12). */
  async several(ids: readonly number[], asked: Asked): Promise<Answer<null> | Refusal> {
    const { call, doing } = asked;
    const alone = new Set(ids).size === 1;
    const done = await bulk(ids, {
      views: CHECK_VIEWS,
      nameOf: (id) => documentNo('check', id),
      check: async (id) => {
        const mine = await this.#mine(id, doing, call);
        if (isRefusal(mine)) return mine;
        return doing === 'Reverse' ? builtOnAudit(this.#deps.master, id) : null;
      },
      run: (id) => this.#decided(id, asked, alone ? call.ifMatch : undefined),
    });
    if (isRefusal(done)) return done;
    return { data: null, msg: asked.msg, settled: { position: done.position, views: CHECK_VIEWS } };
  }

  /** What an audit freezes. */
  async totals(id: number, state: CheckState): Promise<CheckTotals> {
    const [books, events] = await Promise.all([
      bookTotals(this.#deps.master, state),
      this.#deps.store.read(checkStream(id)),
    ]);
    return {
      lineCount: books.lines,
      bookNum: books.pieces,
      ...countTotals(events),
      notFound: state.notFound.length,
    };
  }

  /** Decided on exactly what was read: an audit freezes totals that no scan has overtaken. */
  async #decided(id: number, { command, call }: Asked, ifMatch: number | undefined): Promise<Done | Refusal> {
    for (let tries = 1; ; tries += 1) {
      const { state, revision } = await loadState(this.#recipient, checkStream(id));
      const expected = ifMatch ?? revision;
      const sent = await command(id, state);
      const done = await this.#send(id, sent, { actor: call, header: state.header, expected });
      const overtaken = isRefusal(done) && done.kind === 'stale' && ifMatch === undefined;
      if (!overtaken || tries === AUDIT_TRIES) return done;
    }
  }

  async #refuseHeader(header: CheckHeader, before: CheckHeader | null, by: Actor): Promise<Refusal | null> {
    const shop = { path: 'shopId', id: header.shopId, previous: before?.shopId ?? null, label: '分店' };
    return (
      limitShops(by.user, [header.shopId]) ??
      (await shopRefusal(this.#deps.lookup, shop)) ??
      dayRefusal({ path: 'checkAt', day: header.checkedOn, previous: before?.checkedOn ?? null }, by)
    );
  }

  /** The check, if it takes that command and lies in a shop of the user. */
  async #mine(id: number, doing: CheckCommand['type'], { user }: Actor): Promise<Loaded | Refusal> {
    const loaded = await loadState(this.#recipient, checkStream(id));
    const { header } = loaded.state;
    return (header === null ? null : limitShops(user, [header.shopId])) ?? whyNot(doing, loaded.state) ?? loaded;
  }

  async #empty(id: number, state: CheckState): Promise<boolean> {
    const { lineCount, factNum } = await this.totals(id, state);
    return lineCount === 0 && factNum === 0;
  }

  async #opened(id: number, header: CheckHeader, actor: Actor): Promise<Done | Refusal> {
    const bookPosition = await this.#deps.store.head();
    return this.#send(id, { type: 'Open', header, bookPosition }, { actor, header });
  }

  /** Lines in appends the store takes, then the not-found set; a repeat finds what it wrote already. */
  async #fill(
    id: number,
    { opened, lines }: { readonly opened: Done; readonly lines: readonly SetLine[] },
    call: Call<unknown, unknown, CheckBody>,
  ): Promise<Done | Refusal> {
    const { header, bookPosition, notFound: known } = opened.state;
    let done: Done = opened;
    for (const [index, part] of chunks(lines).entries()) {
      const command: Sent = { type: 'SetLines', lines: part };
      const written = await this.#send(id, command, { actor: call, header, tag: `SetLines/${index}` });
      if (isRefusal(written)) return written;
      done = written;
    }
    const { noFind } = call.body;
    if (noFind == null || header === null) return done;
    const codes = codesOf(noFind);
    const there = new Map(known.map((one) => [one.barcode, one]));
    const fresh = await judgeScans(
      this.#deps,
      { header, bookPosition },
      codes.filter((code) => !there.has(code)),
    );
    const judged = new Map(fresh.map(({ barcode, missing }) => [barcode, missing]));
    const notFound = codes.map(
      (code) => there.get(code) ?? judged.get(code) ?? { barcode: code, reason: '未知' as const, detail: '手工录入' },
    );
    return this.#send(id, { type: 'SetNotFound', notFound }, { actor: call, header });
  }

  #send(
    id: number,
    command: Sent,
    by: {
      readonly actor: Actor;
      readonly header: CheckHeader | null;
      readonly expected?: number | undefined;
      readonly tag?: string;
    },
  ): Promise<Done | Refusal> {
    const { actor, header, expected, tag } = by;
    const full = { ...command, documentId: id } as CheckCommand;
    const options = { actor, shopId: header?.shopId ?? null, expected, ...(tag !== undefined && { tag }) };
    return handle(this.#recipient, checkStream(id), full, options);
  }

  #saved(id: number, { position, revision }: Done): Answer<number> {
    const views = [...CHECK_VIEWS, 'holding', 'goods-in'];
    return { data: id, msg: '保存成功', etag: revision, settled: { position, views } };
  }
}
