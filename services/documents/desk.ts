/** What is done to documents that touch pieces: create, edit, delete, audit, 反审核. Slices bring their rules. */
import { z } from 'zod';
import { documentNo, manifestOf, type LineKey, type Opening } from '../contracts/document.ts';
import { listOfNames, successOf } from '../contracts/success.ts';
import { earlierTry } from './earlier-try.ts';
import { attemptKey, whyNot, type UserCommand } from './decider.ts';
import type { ExceptionBy, ExceptionNote } from '../contracts/exception.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { type Actor, type Answer, type Call } from '../contracts/route.ts';
import { saveOf } from '../contracts/save.ts';
import { bulk } from '../platform/base/bulk.ts';
import { can } from '../contracts/user.ts';
import { STALE_STREAM } from '../platform/streams/handle.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import { bringsWord, type ActionBody, type ReasonedActionBody } from './action-body.ts';
import { backDatedNotes } from './back-dated.ts';
import type { Action, DocumentDesk, Touch } from './desk-rules.ts';
import type { LoadedDocument } from './documents.ts';
import { Hearing } from './hearing.ts';
import type { SavingContext } from './send-command.ts';
import { untilNotOvertaken } from './attempts.ts';
import { refuseBeyondRanges } from './ranges.ts';
import { otherDayRefusal } from './rights.ts';
import { barredFrom } from './two-people.ts';

export type { Prepared, Previous, Saver } from './desk-rules.ts';

const keyOf = ({ user, key }: Actor): string => attemptKey(user.id, key);
/** ，已生成退货单TH10002 */
const alsoDone = (said = '', documents: readonly Opening[]): string => {
  const names = documents.map(({ kind, id }) => `${manifestOf(kind).label}${documentNo(kind, id)}`);
  return names.length === 0 ? '' : `，${said}${listOfNames(names, '张')}`;
};
const unknown = (): Refusal => refuse('not-found', 'document.unknown', '单据不存在');

type State<Header, Line extends LineKey> = LoadedDocument<Header, Line>['state'];
/** Pending although an audit was taken back: reversals are asked of audited documents alone. */
const wasReversed = ({ attempts }: Pick<State<unknown, LineKey>, 'attempts'>): boolean =>
  [...attempts.values()].some(({ type }) => type === 'Reverse');
type BulkCall = Call<unknown, unknown, z.output<typeof ActionBody>>;
/** What is done to each of several documents. */
type BulkCommand<Header, Line extends LineKey> = {
  readonly touch: Touch;
  readonly action: Action;
  /** As far as it is known without the document: by it a refusal is foreseen. */
  readonly plain: UserCommand<Header, Line>;
  readonly command: (state: State<Header, Line>) => Promise<UserCommand<Header, Line> | Refusal>;
  readonly msg: string;
  /** What is said to have happened to documents that these opened: 已生成. */
  readonly also?: string;
};
export class Desk<Header, Line extends LineKey, Body extends z.ZodType> {
  readonly #desk: DocumentDesk<Header, Line, Body>;
  constructor(desk: DocumentDesk<Header, Line, Body>) {
    this.#desk = desk;
  }

  async create(call: Call<unknown, unknown, z.output<Body>>): Promise<Answer<number> | Refusal> {
    const { documents, prepare, closedDays } = this.#desk;
    const save = saveOf(call);
    // The id is bound to the key before anything else: a retry finds its own document, whatever the pieces say by then.
    const id = await save.id();
    const [known, prepared] = await Promise.all([
      earlierTry(documents, { id, type: 'Submit', key: keyOf(call) }, save),
      prepare(call.body, null, { ...call, closedDays, documentId: id }),
    ]);
    if (known !== null) return this.#answered(id, await this.#posted(id, known, { actor: call, save }));
    if (isRefusal(prepared)) return prepared;
    const { warning, exceptions, ...content } = prepared;
    const beyond = refuseBeyondRanges(documents.spec, content);
    if (beyond !== null) return beyond;
    const command = { type: 'Submit', key: keyOf(call), ...content } as const;
    const submitted = await documents.command(id, command, { actor: call, save });
    const notes = [...(exceptions ?? []), ...this.#backDated(id, content.header, null, call)];
    const posted = await this.#posted(id, submitted, { actor: call, save });
    return this.#answered(id, await this.#noted(posted, notes, call), warning);
  }

  /** An edit that came between is read, and this one judged anew. */
  edit(id: number, call: Call<unknown, unknown, z.output<Body>>): Promise<Answer<number> | Refusal> {
    return untilNotOvertaken(call, () => this.#edited(id, call));
  }
  async #edited(id: number, call: Call<unknown, unknown, z.output<Body>>): Promise<Answer<number> | Refusal> {
    const { documents, prepare, closedDays } = this.#desk;
    const save = saveOf(call);
    const known = await documents.repeat(id, 'Revise', keyOf(call));
    if (known !== null) return this.#answered(id, await this.#posted(id, known, { actor: call, save }));
    const { state, revision } = await documents.rested(id);
    const { current } = state;
    if (current === null) return unknown();
    // A word is for what was seen then: who came between is told, not judged anew.
    const seen = bringsWord(call.body) ? await save.once(`revision of ${id}`, async () => revision) : revision;
    if (seen !== revision) return STALE_STREAM;
    const { header, lines } = current;
    const refused = await this.#noEdit(id, { state, header }, call);
    if (refused !== null) return refused;
    const standing = { id, header, lines, lastLineIds: state.lastLineIds, people: barredFrom('audit', state) };
    const prepared = await prepare(call.body, standing, { ...call, closedDays, documentId: id, revision });
    if (isRefusal(prepared)) return prepared;
    const beyond = refuseBeyondRanges(documents.spec, prepared);
    if (beyond !== null) return beyond;
    const { warning, exceptions, ...content } = prepared;
    const by: SavingContext = { actor: call, expected: call.ifMatch ?? revision, save };
    const command = { type: 'Revise', key: keyOf(call), ...content } as const;
    const posted = await this.#posted(id, await documents.command(id, command, by), by);
    const notes = [...(exceptions ?? []), ...this.#backDated(id, content.header, header, call)];
    return this.#answered(id, await this.#noted(posted, notes, call), warning);
  }

  /** Why it may not be edited, whatever it becomes. */
  async #noEdit(
    id: number,
    { state, header }: { readonly state: State<Header, Line>; readonly header: Header },
    by: Actor,
  ): Promise<Refusal | null> {
    const { documents, manifest, editDays: days = 'by-right' } = this.#desk;
    const asked = { label: manifest.label, days: wasReversed(state) ? 'by-right' : days } as const;
    return (
      (await this.#access(id, { header, touch: 'edit' }, by)) ??
      whyNot('Revise', state) ??
      otherDayRefusal(documents.spec.businessDate(header), asked, by) ??
      documents.closed(header)
    );
  }

  /** Saved is posted where the kind says so. A crash between them leaves it pending; a retry of the save goes on. */
  async #posted(
    id: number,
    document: LoadedDocument<Header, Line> | Refusal,
    { actor: by, save }: Pick<SavingContext, 'actor' | 'save'>,
  ): Promise<LoadedDocument<Header, Line> | Refusal> {
    const { documents, postsAtSave } = this.#desk;
    if (postsAtSave === undefined || isRefusal(document)) return document;
    const actor = { ...by, key: `${by.key}/post` };
    const auditor = by.user.nickName;
    return documents.command(id, { type: 'Audit', key: keyOf(actor), auditor, rowIds: [] }, { actor, save });
  }

  remove(call: BulkCall): Promise<Answer<null> | Refusal> {
    const plain = { type: 'Delete', key: keyOf(call) } as const;
    return this.#several(call, {
      touch: 'remove',
      action: 'remove',
      plain,
      command: async () => plain,
      msg: '删除成功',
    });
  }

  audit(call: BulkCall): Promise<Answer<null> | Refusal> {
    const { openings, rowIds: rowIdsOf } = this.#desk;
    const rowIds: readonly number[] = [];
    const plain = { type: 'Audit', key: keyOf(call), auditor: call.user.nickName, rowIds } as const;
    const command = async (state: State<Header, Line>) => {
      const documents = await openings.atAudit(state, call.now);
      if (isRefusal(documents)) return documents;
      const drawn = (await rowIdsOf?.(state.current?.lines ?? [])) ?? [];
      return { ...plain, rowIds: drawn, version: state.version, ...(documents.length > 0 && { opens: documents }) };
    };
    return this.#several(call, { touch: 'audit', action: 'audit', plain, command, msg: '审核成功', also: '已生成' });
  }

  reverse(call: Call<unknown, unknown, z.output<typeof ReasonedActionBody>>): Promise<Answer<null> | Refusal> {
    const plain = { type: 'Reverse', key: keyOf(call), reason: call.body.reason } as const;
    const done = { msg: '反审核成功', also: '已撤回' };
    return this.#several(call, { touch: 'audit', action: 'reverse', plain, command: async () => plain, ...done });
  }

  async #several(call: BulkCall, asked: BulkCommand<Header, Line>): Promise<Answer<null> | Refusal> {
    const { documents, openings } = this.#desk;
    const { ids } = call.body;
    const save = saveOf(call);
    const alone = new Set(ids).size === 1;
    const also: Opening[] = [];
    const hearing = new Hearing<Header, Line>(this.#desk, asked.action, call);
    const done = await bulk(ids, {
      nameOf: (id) => documentNo(documents.spec.kind, id),
      check: async (id) => {
        const loaded = await documents.rested(id);
        const { state } = loaded;
        const header = state.current?.header;
        if (header === undefined) return unknown();
        return (
          (await this.#access(id, { header, touch: asked.touch }, call)) ??
          (await documents.preview(id, asked.plain)) ??
          (asked.touch === 'remove' ? this.#removal(state, header, call) : null) ??
          hearing.judge(id, loaded)
        );
      },
      ready: () => hearing.ask(call.body, [...new Set(ids)]),
      run: async (id) => {
        const { state } = await documents.load(id);
        // A revision the client saw means one document; it counts only where one is named.
        const by: SavingContext = { actor: call, expected: alone ? call.ifMatch : undefined, save };
        const command = await asked.command(state);
        if (isRefusal(command)) return command;
        const takenBack = command.type === 'Reverse' ? await openings.takenBack(state) : [];
        // Of several, those that are not refused are done all the same.
        const done = () => documents.command(id, command, by);
        const outcome = await (alone ? done() : save.apart(`${documents.spec.kind}/${id}`, done));
        if (isRefusal(outcome)) return outcome;
        also.push(...takenBack, ...outcome.state.openings);
        return this.#noted(outcome, hearing.notesOf(id), call);
      },
    });
    if (isRefusal(done)) return done;
    const names = [...new Set(ids)].map((id) => documentNo(documents.spec.kind, id));
    const msg = successOf(asked.msg, names) + alsoDone(asked.also, also);
    return { data: null, msg, settled: { position: done.position } };
  }

  #backDated(id: number, header: Header, before: Header | null, by: Actor): readonly ExceptionNote[] {
    const { manifest, documents } = this.#desk;
    const { shopOf, businessDate } = documents.spec;
    const [day, stood] = [businessDate(header), before === null ? null : businessDate(before)];
    return backDatedNotes(manifest, { id, shopId: shopOf(header), day, before: stood }, by);
  }

  /** What it came to with what an owner would want to see of it. */
  async #noted(
    outcome: LoadedDocument<Header, Line> | Refusal,
    notes: readonly ExceptionNote[] | undefined,
    by: ExceptionBy,
  ): Promise<LoadedDocument<Header, Line> | Refusal> {
    if (isRefusal(outcome)) return outcome;
    for (const note of notes ?? []) await this.#desk.exceptions.note(note, by);
    return outcome;
  }

  /** What was reversed may go on any day, by the word of whoever may reverse (R70): else a same-day rule kept it for ever. */
  #removal(state: State<Header, Line>, header: Header, by: Actor): Refusal | null {
    const { documents, manifest, removeDays } = this.#desk;
    if (removeDays === undefined) return null;
    if (wasReversed(state) && can(by.user, `${manifest.permission}:unaudit`)) return null;
    const asked = { label: manifest.label, days: removeDays, verb: '删除' } as const;
    return otherDayRefusal(documents.spec.businessDate(header), asked, by);
  }

  /** Shops first (R13), then the data scope (R109). */
  async #access(
    id: number,
    { header, touch }: { readonly header: Header; readonly touch: Touch },
    by: Actor,
  ): Promise<Refusal | null> {
    const { access, documents } = this.#desk;
    const refused =
      access === undefined ? limitShops(by.user, [documents.spec.shopOf(header)]) : access(header, touch, by);
    return refused ?? documents.limit(id, by.user);
  }

  async #answered(
    id: number,
    outcome: LoadedDocument<Header, Line> | Refusal,
    warning?: string,
  ): Promise<Answer<number> | Refusal> {
    if (isRefusal(outcome)) return outcome;
    const { position, revision } = outcome;
    const said = successOf('保存成功', [documentNo(this.#desk.documents.spec.kind, id)]);
    const msg = warning === undefined ? said : `${said}，${warning}`;
    return { data: id, msg, etag: revision, settled: { position } };
  }
}
