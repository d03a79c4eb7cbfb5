/** A check as its stream tells it: read for a user and a command, and written to. */
import { ALL_OPEN, atDayField, type ClosedDays, type ShopDay } from '../contracts/closed-day.ts';
import type { JsonObject } from '../contracts/event.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { Handled, Recipient, Save } from '../contracts/save.ts';
import type { Actor } from '../contracts/route.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { loadState } from '../platform/streams/handle.ts';
import { Steps } from '../platform/streams/steps.ts';
import { limitScope, limitShops } from '../platform/auth/shop-limit.ts';
import { CHECK_SCHEMA, checkStream, type CheckEvent, type CheckHeader } from './contract.ts';
import { checkDecider, whyNot, parseCheckEvent, type CheckCommand, type CheckState } from './decider.ts';

type Fact = CheckEvent & { readonly data: JsonObject };
/** Number of the state's shape and of the fold that makes it: snapshots of another one are not read (ADR 0034). */
export const CHECK_STATE = 2;
type HandledCheck = Handled<CheckState, Fact>;
/** A check after a command, or before one. */
export type CheckVersion = Pick<HandledCheck, 'state' | 'revision' | 'position'>;
/** `wrote` tells which steps the user's key got done here before; `repeat`: any of those asked about. */
export type LoadedCheck = CheckVersion & { readonly wrote: (tag: string) => boolean; readonly repeat: boolean };
/** `Omit` of every command of the union. */
export type CheckStep = CheckCommand extends infer One
  ? One extends CheckCommand
    ? Omit<One, 'documentId'>
    : never
  : never;
type SendOptions = {
  readonly actor: Actor;
  readonly header: CheckHeader | null;
  /** As it stood, where the step changes it. */
  readonly stood?: CheckHeader | null;
  readonly expected?: number | undefined;
  readonly tag?: string;
  readonly save?: Save | undefined;
};

/** What the wire calls the day of a check. */
export const CHECK_DAY = 'checkAt';
/** Where and when a check is business of a day (R141). */
export const dayOfCheck = ({ shopId, checkedOn: day }: CheckHeader): ShopDay => ({ shopId, day });

const RECIPIENT: Recipient<CheckState, CheckCommand, Fact> = {
  decider: checkDecider as Recipient<CheckState, CheckCommand, Fact>['decider'],
  parse: (recorded) => parseCheckEvent(recorded) as Fact,
  schema: CHECK_SCHEMA,
  remember: true,
  snapshot: CHECK_STATE,
};

export class CheckStreams {
  readonly #store: EventStore;
  readonly #closedDays: ClosedDays;
  constructor(store: EventStore, closedDays: ClosedDays = ALL_OPEN) {
    this.#closedDays = closedDays;
    this.#store = store;
  }

  load(id: number) {
    return loadState({ ...RECIPIENT, store: this.#store }, checkStream(id));
  }

  /**
   * The check, if it lies in a shop of the user and takes that command or, with the same key, took one of its `steps`:
   * a repeat gets the first answer, whatever became of the check since.
   */
  async loadFor(
    id: number,
    doing: CheckCommand['type'],
    actor: Actor,
    steps: readonly string[] = [doing],
  ): Promise<LoadedCheck | Refusal> {
    const loaded = await this.load(id);
    const { header } = loaded.state;
    const denied =
      header === null
        ? null
        : (limitShops(actor.user, [header.shopId]) ?? (await limitScope(this.#store, actor.user, checkStream(id))));
    if (denied !== null) return denied;
    const wrote = (tag: string): boolean => loaded.wrote(actor, tag);
    const repeat = steps.some(wrote);
    return (repeat ? null : whyNot(doing, loaded.state)) ?? { ...loaded, wrote, repeat };
  }

  /** Why nothing of its day is written; null for a repeat. */
  async closed({ repeat, state: { header } }: LoadedCheck): Promise<Refusal | null> {
    return repeat || header === null ? null : this.#closedDays.refusal([dayOfCheck(header)]);
  }

  async send(id: number, step: CheckStep, by: SendOptions): Promise<HandledCheck | Refusal> {
    const { actor, header, stood = null, expected, tag, save } = by;
    const command = { ...step, documentId: id } as CheckCommand;
    const options = { actor, shopId: header?.shopId ?? null, expected, ...(tag !== undefined && { tag }) };
    const days = [header, stood].flatMap((one) => (one === null ? [] : [dayOfCheck(one)]));
    const to = save ?? new Steps(this.#store);
    const send = () => to.send(RECIPIENT, checkStream(id), command, options);
    const sent = await this.#closedDays.writing(days, send, save);
    return step.type === 'Open' || step.type === 'CorrectHeader' ? atDayField(sent, CHECK_DAY) : sent;
  }
}
