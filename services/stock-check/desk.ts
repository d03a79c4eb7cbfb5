/** What the routes of a check do: open, save, scan, reset, audit, take back, delete. */
import type { DatabasePool } from 'slonik';
import type { ClosedDays } from '../contracts/closed-day.ts';
import { documentNo } from '../contracts/document.ts';
import { successOf } from '../contracts/success.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor, Answer, Call } from '../contracts/route.ts';
import { can } from '../contracts/user.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { bulk } from '../platform/base/bulk.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { booksLack, totalsOf } from './books.ts';
import { builtOnAudit, refuseRows, type BlindCount } from './live-checks.ts';
import {
  checkStream,
  headerOf,
  whyHidden,
  type CheckBody,
  type CheckHeader,
  type CheckTotals,
  type ScanAnswer,
} from './contract.ts';
import { CheckStreams, type CheckStep, type CheckVersion, type LoadedCheck } from './check-streams.ts';
import { BOOKS_CHANGED, type CheckState, type SetLine } from './decider.ts';
import { refuseHeader } from './header-rules.ts';
import { fillLines } from './fill.ts';
import { blank, chunkTag, toldLines } from './lines.ts';
import { judgeScans, notFoundOf, scanAnswer, type ScanRules } from './scan.ts';

export type CheckDeps = ScanRules & {
  readonly store: EventStore;
  /** Read models of the books. */
  readonly master: DatabasePool;
  readonly lookup: Pick<MasterLookup, 'shop'>;
  /** {@link booksReach} */
  readonly reached: (position: number) => Promise<boolean>;
  readonly blindCount: BlindCount;
  readonly closedDays?: ClosedDays;
};
type Scans = { readonly codes: readonly string[]; readonly device: string };
type Content = {
  readonly before: LoadedCheck;
  readonly lines: readonly SetLine[];
  readonly noFind: string | null;
  /** Nobody can have scanned since the form was opened, or it named the revision that it saw. */
  readonly seen: boolean;
};
/** One step for every check of a selection (R12). */
export type BulkRequest = {
  readonly doing: 'Delete' | 'Audit' | 'Reverse';
  readonly command: (id: number, state: CheckState) => Promise<CheckStep>;
  readonly call: Call<unknown, unknown, unknown>;
  readonly msg: string;
};

/** Scans that come while an audit adds up are added up again, this often. */
const AUDIT_TRIES = 10;
/** Codes whose books change while they are judged are judged again, this often. */
const JUDGED_TRIES = 10;
const booksChanged = (outcome: object): boolean => isRefusal(outcome) && outcome.code === BOOKS_CHANGED.code;
/** The steps of an edit that show a try was here; its other chunks come after the first. */
const EDIT_STEPS = ['CorrectHeader', 'SetNotFound', chunkTag(0)];

const EMPTY = refuseField('check.empty', 'bizGoodsList', '请输入要盘点的首饰');

export class CheckDesk {
  readonly #deps: CheckDeps;
  readonly #streams: CheckStreams;
  constructor(deps: CheckDeps) {
    this.#deps = deps;
    this.#streams = new CheckStreams(deps.store, deps.closedDays);
  }

  /** A check of all the books have in shop, category and style at this moment. */
  async open(
    header: CheckHeader,
    blind: boolean,
    call: Call<unknown, unknown, unknown>,
  ): Promise<Answer<number> | Refusal> {
    const id = await call.newId();
    const opened = await this.#opened(id, { header, blind }, call);
    return isRefusal(opened) ? opened : this.#saved(id, opened);
  }

  async create(call: Call<unknown, unknown, CheckBody>): Promise<Answer<number> | Refusal> {
    const { body } = call;
    if (body.bizGoodsList.length === 0) return EMPTY;
    const misnamed = await refuseRows(this.#deps.master, body.bizGoodsList);
    if (misnamed !== null) return misnamed;
    const id = await call.newId();
    const opened = await this.#opened(id, { header: headerOf(body), blind: false }, call);
    if (isRefusal(opened)) return opened;
    const lines = toldLines(body).filter((line) => !blank(line));
    // A new check has no set to empty; that of a repeat may have been scanned since.
    const filled = await this.#fill(id, { before: opened, lines, noFind: body.noFind || null, seen: true }, call);
    return isRefusal(filled) ? filled : this.#saved(id, filled);
  }

  async edit(id: number, call: Call<unknown, unknown, CheckBody>): Promise<Answer<number> | Refusal> {
    const { body } = call;
    const mine = await this.#streams.loadFor(id, 'CorrectHeader', call, EDIT_STEPS);
    if (isRefusal(mine)) return mine;
    // What an earlier try wrote has moved the check past the revision its user saw: a repeat only goes on.
    const before = mine.repeat ? mine : await this.#corrected(id, mine, call);
    if (isRefusal(before)) return before;
    const seen = call.ifMatch !== undefined;
    const filled = await this.#fill(id, { before, lines: toldLines(body), noFind: body.noFind ?? null, seen }, call);
    return isRefusal(filled) ? filled : this.#saved(id, filled);
  }

  async scan(id: number, scans: Scans, call: Call<unknown, unknown, unknown>): Promise<Answer<ScanAnswer[]> | Refusal> {
    for (let tries = 1; ; tries += 1) {
      const done = await this.#scanned(id, scans, call);
      if (!booksChanged(done) || tries === JUDGED_TRIES) return done;
    }
  }
  async #scanned(
    id: number,
    scans: Scans,
    call: Call<unknown, unknown, unknown>,
  ): Promise<Answer<ScanAnswer[]> | Refusal> {
    const before = await this.#streams.loadFor(id, 'Scan', call);
    if (isRefusal(before)) return before;
    const { header, bookPosition, blind } = before.state as CheckState & { readonly header: CheckHeader };
    // How far a lot's count rises would tell what the books have.
    const hiding = blind || before.repeat ? null : await this.#deps.blindCount(header);
    if (hiding !== null) return whyHidden(hiding);
    const items = await judgeScans(this.#deps, { header, bookPosition }, scans.codes);
    const { device } = scans;
    const command: CheckStep = { type: 'Scan', items, device, by: before.state };
    const done = await this.#streams.send(id, command, { actor: call, header });
    if (isRefusal(done)) return done;
    const data = items.map((item) => scanAnswer(item, blind));
    return { data, msg: '已录入', settled: { position: done.position } };
  }

  /** All is counted, or the count goes on; on with a blind one, whose books were shown, goes who may audit it. */
  async close(
    id: number,
    doing: 'Finish' | 'Resume',
    call: Call<unknown, unknown, unknown>,
  ): Promise<Answer<null> | Refusal> {
    const before = await this.#streams.loadFor(id, doing, call);
    if (isRefusal(before)) return before;
    const { blind, header } = before.state;
    if (doing === 'Resume' && blind && !can(call.user, 'biz:bizCheck:audit')) {
      return refuse('forbidden', 'check.blind_resume', '盲盘完成后账面已公开，只有能审核的人可以继续盘点');
    }
    const done = await this.#streams.send(id, { type: doing }, { actor: call, header });
    if (isRefusal(done)) return done;
    const msg = doing === 'Finish' ? '已完成盘点' : '可以继续盘点';
    return { data: null, msg, settled: { position: done.position } };
  }

  /** Counts begin again, on fresh books. */
  async reset(id: number, call: Call<unknown, unknown, unknown>): Promise<Answer<null> | Refusal> {
    const before = await this.#streams.loadFor(id, 'Reset', call);
    if (isRefusal(before)) return before;
    const command: CheckStep = { type: 'Reset', bookPosition: await this.#deps.store.head() };
    const done = await this.#streams.send(id, command, { actor: call, header: before.state.header });
    if (isRefusal(done)) return done;
    return { data: null, msg: '已重置', settled: { position: done.position } };
  }

  /** Delete, audit, 反审核 (R12). */
  async several(ids: readonly number[], request: BulkRequest): Promise<Answer<null> | Refusal> {
    const { call, doing, msg: past } = request;
    const alone = new Set(ids).size === 1;
    const done = await bulk(ids, {
      nameOf: (id) => documentNo('check', id),
      check: async (id) => {
        const mine = await this.#streams.loadFor(id, doing, call);
        return isRefusal(mine) ? mine : ((await this.#streams.closed(mine)) ?? this.#notYet(id, doing, mine));
      },
      run: (id) => this.#decided(id, request, alone ? call.ifMatch : undefined),
    });
    if (isRefusal(done)) return done;
    const msg = successOf(
      past,
      [...new Set(ids)].map((id) => documentNo('check', id)),
    );
    return { data: null, msg, settled: { position: done.position } };
  }

  /** What an audit or its reversal still waits for, outside the check. */
  async #notYet(id: number, doing: BulkRequest['doing'], { repeat, state }: LoadedCheck): Promise<Refusal | null> {
    if (repeat) return null;
    if (doing === 'Reverse') return builtOnAudit(this.#deps.master, id);
    if (doing === 'Delete') return null;
    if (!(await this.#deps.reached(state.bookPosition)))
      return refuse('conflict', 'check.books_behind', '库存数据还在更新，请稍后再审核');
    const wanted = { stream: checkStream(id), shopId: state.header?.shopId ?? 0 };
    return (await booksLack(this.#deps.master, this.#deps.store, wanted))
      ? refuse('conflict', 'check.books_parked', '本店有库存数据未更新，暂不能审核，请联系管理员')
      : null;
  }

  /** What an audit freezes. */
  totals(id: number, state: CheckState): Promise<CheckTotals> {
    return totalsOf(this.#deps, id, state);
  }

  /** Decided on exactly what was read: an audit freezes totals that no scan has overtaken. */
  async #decided(id: number, { doing, command, call }: BulkRequest, ifMatch?: number): Promise<CheckVersion | Refusal> {
    for (let tries = 1; ; tries += 1) {
      const before = await this.#streams.load(id);
      if (before.wrote(call, doing)) return before;
      const { state, revision } = before;
      const expected = ifMatch ?? revision;
      const sent = await command(id, state);
      const done = await this.#streams.send(id, sent, { actor: call, header: state.header, expected });
      const overtaken = isRefusal(done) && done.kind === 'stale' && ifMatch === undefined;
      if (!overtaken || tries === AUDIT_TRIES) return done;
    }
  }

  async #empty(id: number, state: CheckState): Promise<boolean> {
    const { lineCount, factNum } = await this.totals(id, state);
    return lineCount === 0 && factNum === 0;
  }

  async #opened(
    id: number,
    { header, blind }: { readonly header: CheckHeader; readonly blind: boolean },
    actor: Actor,
  ): Promise<LoadedCheck | Refusal> {
    const before = await this.#streams.loadFor(id, 'Open', actor);
    if (isRefusal(before) || before.repeat) return before;
    const { lookup, closedDays } = this.#deps;
    const refused = await refuseHeader(lookup, { header, before: null }, { ...actor, closedDays });
    if (refused !== null) return refused;
    const hiding = await this.#deps.blindCount(header);
    if (hiding !== null) return whyHidden(hiding);
    const bookPosition = await this.#deps.store.head();
    const opened = await this.#streams.send(id, { type: 'Open', header, bookPosition, blind }, { actor, header });
    return isRefusal(opened) ? opened : { ...before, ...opened };
  }

  async #corrected(
    id: number,
    before: LoadedCheck,
    call: Call<unknown, unknown, CheckBody>,
  ): Promise<LoadedCheck | Refusal> {
    const header = headerOf(call.body);
    const { closedDays } = this.#deps;
    const refused =
      (await refuseHeader(this.#deps.lookup, { header, before: before.state.header }, { ...call, closedDays })) ??
      (await refuseRows(this.#deps.master, call.body.bizGoodsList));
    if (refused !== null) return refused;
    if (call.body.bizGoodsList.length === 0 && (await this.#empty(id, before.state))) return EMPTY;
    const command: CheckStep = { type: 'CorrectHeader', header };
    const by = { actor: call, header, stood: before.state.header, expected: call.ifMatch };
    const corrected = await this.#streams.send(id, command, by);
    return isRefusal(corrected) ? corrected : { ...before, ...corrected };
  }

  /** The not-found set, then the lines in appends the store takes; a repeat finds what it wrote already. */
  async #fill(id: number, { before, lines, noFind, seen }: Content, actor: Actor): Promise<CheckVersion | Refusal> {
    // A set that changes nothing leaves no trace, lines always do: once there are some, the set was dealt with.
    const noted = noFind === null || before.wrote(chunkTag(0)) ? before : await this.#noted(id, before, noFind, actor);
    if (isRefusal(noted)) return noted;
    return fillLines({ store: this.#deps.store, streams: this.#streams, id }, { before: noted, lines, seen }, actor);
  }

  async #noted(id: number, before: CheckVersion, noFind: string, actor: Actor): Promise<CheckVersion | Refusal> {
    let { state } = before;
    for (let tries = 1; ; tries += 1) {
      const { header, bookPosition, notFound: known } = state;
      if (header === null) return before;
      const notFound = await notFoundOf(this.#deps, { header, bookPosition }, known, noFind);
      const instead = known.map(({ barcode }) => barcode);
      const done = await this.#streams.send(
        id,
        { type: 'SetNotFound', notFound, instead, by: state },
        { actor, header },
      );
      if (!booksChanged(done) || tries === JUDGED_TRIES) return done;
      ({ state } = await this.#streams.load(id));
    }
  }

  #saved(id: number, { position, revision }: CheckVersion): Answer<number> {
    return {
      data: id,
      msg: successOf('保存成功', [documentNo('check', id)]),
      etag: revision,
      settled: { position },
    };
  }
}
