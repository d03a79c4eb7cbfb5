/**
 * Drives documents that have effects (architecture: one saga for all). Everything is read from the document's stream;
 * any number of drivers may work on one document, and who loses the race on it reads and follows the winner.
 */
import { ALL_OPEN, atDayField, type ClosedDays } from '../contracts/closed-day.ts';
import { DOCUMENT_SCHEMA, documentNo, type LineKey } from '../contracts/document.ts';
import { documentDeciderWith, isOpen, type DocumentState, type OpenStage, type UserCommand } from './decider.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Save } from '../contracts/save.ts';
import type { SessionUser } from '../contracts/user.ts';
import type { AtRest, RestListener, WatchedKind } from '../contracts/document-watch.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { saved } from '../platform/streams/saving.ts';
import { Steps } from '../platform/streams/steps.ts';
import { limitScope } from '../platform/auth/shop-limit.ts';
import type { Custodians } from './custodian.ts';
import { registerDocuments } from './contention.ts';
import { actorOf, releaseDropped, type Followed } from './effects.ts';
import { followWithOpenings } from './openings.ts';
import { NO_FACTS, type OwnFacts } from './own-facts.ts';
import { effectsRefused } from './refused.ts';
import {
  isOfNew,
  sendCommand,
  versionOf,
  type CommandContext,
  type DocumentRecipient,
  type SavingContext,
} from './send-command.ts';
import type { DocumentSpec } from './spec.ts';
import { daysOf, writtenDays } from './written-days.ts';

/** As many refused lines as an event names; more would not fit one append, and nobody reads them. */
const MAX_PROBLEMS = 200;

export type SagaDeps = {
  readonly store: EventStore;
  readonly custodians: Custodians;
  readonly clock: () => Date;
  /** Absent: no day is ever closed. */
  readonly closedDays?: ClosedDays;
};
export type LoadedDocument<Header, Line extends LineKey, Own = unknown> = {
  readonly state: DocumentState<Header, Line, Own>;
  /** Last revision of the stream (ETag); -1 when there is none. */
  readonly revision: number;
  /** What a reader waits for: the last event of the document or of a custodian that followed. */
  readonly position: number;
};
export interface Documents<Header, Line extends LineKey, Own = unknown, Command = never> extends WatchedKind {
  readonly spec: DocumentSpec<Header, Line>;
  /** As it is stored, or as `save` sees it: with what that sent. */
  load(id: number, save?: Save): Promise<LoadedDocument<Header, Line, Own>>;
  /** Why the command would be refused right now; null when it would go through (or is a repeat). */
  preview(id: number, command: UserCommand<Header, Line>): Promise<Refusal | null>;
  /**
   * Sends a user's command and waits until the custodians have followed. Their refusal is the command's.
   */
  command(
    id: number,
    command: UserCommand<Header, Line>,
    by: CommandContext,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal>;
  /** Adds a fact of the kind's own, once nothing is open; the same key again adds nothing. */
  record(
    id: number,
    fact: Command,
    by: Pick<CommandContext, 'actor' | 'expected' | 'save'>,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal>;
  /**
   * Outcome of a command that this key gave before (an answer was lost, a process died); null when it never came this
   * far, or was refused and may be tried again.
   */
  repeat(
    id: number,
    type: UserCommand<Header, Line>['type'],
    key: string,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal | null>;
  /** R141: why nothing is written to a document with that header, at its day. */
  closed(header: Header): Promise<Refusal | null>;
  /** R109: why the user may not touch it, whatever is done to it. */
  limit(id: number, user: SessionUser): Promise<Refusal | null>;
  /** The document once nothing is open. */
  rested(id: number): Promise<LoadedDocument<Header, Line, Own>>;
  resume(id: number): Promise<LoadedDocument<Header, Line, Own>>;
}

type Resting<Header, Line extends LineKey, Own> = {
  /** What fell away since the document was this is let go; absent: since it is read here. */
  readonly since?: LoadedDocument<Header, Line, Own>;
  readonly now?: Date;
  /** The document as it is, where that was just seen. */
  readonly from?: LoadedDocument<Header, Line, Own>;
} & Partial<Pick<CommandContext, 'save' | 'given'>>;

class Driver<Header, Line extends LineKey, Own, Command> implements Documents<Header, Line, Own, Command> {
  readonly spec: DocumentSpec<Header, Line>;
  readonly #deps: SagaDeps;
  readonly #recipient: DocumentRecipient<Header, Line, Own, Command> & { readonly store: EventStore };
  readonly #closedDays: ClosedDays;
  readonly #listeners = new Set<RestListener>();

  constructor(spec: DocumentSpec<Header, Line>, facts: OwnFacts<Own, Command>, deps: SagaDeps) {
    this.spec = spec;
    this.#deps = deps;
    this.#closedDays = deps.closedDays ?? ALL_OPEN;
    this.#recipient = {
      store: deps.store,
      decider: documentDeciderWith(spec, facts),
      parse: spec.parse,
      remember: true,
      schema: DOCUMENT_SCHEMA,
    };
    registerDocuments(deps.store, spec.kind, (id) => this.load(id));
  }

  limit(id: number, user: SessionUser): Promise<Refusal | null> {
    return limitScope(this.#deps.store, user, this.spec.stream(id));
  }

  async closed(header: Header): Promise<Refusal | null> {
    return atDayField(await this.#closedDays.refusal(daysOf(this.spec, header)), this.spec.dayField);
  }

  load(id: number, save?: Save): Promise<LoadedDocument<Header, Line, Own>> {
    return (save ?? new Steps(this.#deps.store)).read(this.#recipient, this.spec.stream(id));
  }

  async preview(id: number, command: UserCommand<Header, Line>): Promise<Refusal | null> {
    const { state } = await this.load(id);
    const verdict = this.#recipient.decider.decide({ ...command, documentId: id }, state);
    return isRefusal(verdict) ? verdict : this.#closedDays.refusal(writtenDays(this.spec, command, state));
  }

  async command(
    id: number,
    command: UserCommand<Header, Line>,
    by: CommandContext,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal> {
    const run = (save: Save) => this.#run(id, command, { ...by, save });
    return by.save === undefined ? saved(this.#deps.store, run) : run(by.save);
  }

  async #run(
    id: number,
    command: UserCommand<Header, Line>,
    by: SavingContext,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal> {
    const before = isOfNew(command) ? this.#nothing() : await this.#rest(id, { now: by.actor.now, save: by.save });
    // What another document hands over was judged with that one.
    const days = by.given === true ? [] : writtenDays(this.spec, command, before.state);
    const sent = await this.#closedDays.writing(days, () => this.#sent(id, command, by, before), by.save);
    return 'header' in command ? atDayField(sent, this.spec.dayField) : sent;
  }

  async #sent(
    id: number,
    command: UserCommand<Header, Line>,
    by: SavingContext,
    before: LoadedDocument<Header, Line, Own>,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal> {
    const { save, given } = by;
    const { now } = by.actor;
    const to = { spec: this.spec, recipient: this.#recipient };
    const handled = await sendCommand(to, { documentId: id, command, state: before.state }, by);
    if (isRefusal(handled)) return handled;
    const version = versionOf(handled, command.key);
    // A repeat cannot know how far the first try came: it lets go everything again.
    const since = handled.events.length === 0 ? this.#nothing() : before;
    const after = await this.#rest(id, { since, now, from: handled, save, given });
    const problems = after.state.refusals.get(version);
    if (problems === undefined) return after;
    return effectsRefused(this.spec, command.type, { problems, position: after.position }, by.actor.user);
  }

  async record(
    id: number,
    fact: Command,
    by: Pick<CommandContext, 'actor' | 'expected' | 'save'>,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal> {
    const run = (save: Save) => this.#recorded(id, fact, { ...by, save });
    return by.save === undefined ? saved(this.#deps.store, run) : run(by.save);
  }

  async #recorded(
    id: number,
    fact: Command,
    { actor, expected, save }: Pick<SavingContext, 'actor' | 'expected' | 'save'>,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal> {
    const before = await this.#rest(id, { now: actor.now, save });
    const { current } = before.state;
    const shopId = current === null ? null : this.spec.shopOf(current.header);
    const command = { type: 'Record', fact, documentId: id } as const;
    const handled = await save.send(this.#recipient, this.spec.stream(id), command, { actor, shopId, expected });
    if (isRefusal(handled)) return handled;
    if (!isOpen(handled.state.stage)) return handled;
    return this.#rest(id, { since: before, now: actor.now, from: handled, save });
  }

  async repeat(
    id: number,
    type: UserCommand<Header, Line>['type'],
    key: string,
  ): Promise<LoadedDocument<Header, Line, Own> | Refusal | null> {
    const { state } = await this.load(id);
    const attempt = state.attempts.get(key);
    if (attempt?.type !== type) return null;
    const after = await this.#rest(id, { since: this.#nothing() });
    const problems = after.state.refusals.get(attempt.version);
    if (problems === undefined) return after;
    return type === 'Submit' ? effectsRefused(this.spec, type, { problems, position: after.position }) : null;
  }

  rested(id: number): Promise<LoadedDocument<Header, Line, Own>> {
    return this.#rest(id);
  }

  resume(id: number): Promise<LoadedDocument<Header, Line, Own>> {
    return this.#rest(id, { since: this.#nothing() });
  }

  onRest(listener: RestListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Goes on until nothing is open, then lets go what fell away since. What follows a command happens at its moment;
   * what was left behind happens now.
   */
  async #rest(
    id: number,
    { since, now, from, save = new Steps(this.#deps.store), given }: Resting<Header, Line, Own> = {},
  ): Promise<LoadedDocument<Header, Line, Own>> {
    let position = -1;
    let loaded = from ?? (await save.read(this.#recipient, this.spec.stream(id)));
    const start = since ?? loaded;
    for (;;) {
      const { state, revision } = loaded;
      position = Math.max(position, loaded.position);
      const { stage, openVersion, step } = state;
      const actor = actorOf(step, now ?? this.#deps.clock());
      if (!isOpen(stage)) {
        const dropped = state.dropped.slice(start.state.dropped.length);
        const released = { dropped, actor, save };
        position = Math.max(position, await releaseDropped(this.spec.stream(id), this.#deps.custodians, released));
        this.#tell(id, { revision, releasedAfter: start.revision }, save);
        return { state, revision, position };
      }
      const following = { state, stage, actor, save, ...(given === true && { only: () => false }) };
      const followed = await followWithOpenings(this.spec, this.#deps, following);
      position = Math.max(position, followed.position);
      loaded = await this.#conclude(state, { stage, version: openVersion, followed }, { actor, save });
    }
  }

  #tell(id: number, rest: AtRest, save: Save): void {
    const tell = (): void => {
      for (const listener of this.#listeners) listener(id, rest);
    };
    if (save.waits) save.afterwards(async () => tell());
    else if (rest.revision > rest.releasedAfter) tell();
  }

  /** The document after this or another driver's word. */
  async #conclude(
    state: DocumentState<Header, Line>,
    { followed, ...said }: { readonly stage: OpenStage; readonly version: number; readonly followed: Followed },
    { actor, save }: Pick<SavingContext, 'actor' | 'save'>,
  ): Promise<LoadedDocument<Header, Line, Own>> {
    const { outcomes } = followed;
    const problems = followed.problems.slice(0, MAX_PROBLEMS);
    const header = state.draft?.proposed?.header ?? state.current?.header;
    const outcome = problems.length > 0 ? 'refused' : 'done';
    const concluded = await save.send(
      this.#recipient,
      this.spec.stream(state.id),
      { type: 'Conclude', documentId: state.id, ...said, problems, outcomes },
      {
        actor,
        shopId: header === undefined ? null : this.spec.shopOf(header),
        tag: `Conclude/${said.stage}/v${said.version}/${outcome}`,
      },
    );
    if (isRefusal(concluded)) throw new Error(`${documentNo(this.spec.kind, state.id)}: ${concluded.code}`);
    return concluded;
  }

  /** Before its first event: everything happened since. */
  #nothing(): LoadedDocument<Header, Line, Own> {
    return { state: this.#recipient.decider.initial, revision: -1, position: -1 };
  }
}

export const openDocuments = <Header, Line extends LineKey>(
  spec: DocumentSpec<Header, Line>,
  deps: SagaDeps,
): Documents<Header, Line> => new Driver(spec, NO_FACTS, deps);
/** Documents of a kind with facts of its own. */
export const openDocumentsWith = <Header, Line extends LineKey, Own, Command>(
  spec: DocumentSpec<Header, Line>,
  facts: OwnFacts<Own, Command>,
  deps: SagaDeps,
): Documents<Header, Line, Own, Command> => new Driver(spec, facts, deps);
