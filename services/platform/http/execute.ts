/** One call of one route, with or without HTTP: permission, validation, idempotency, handler, envelope. */
import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Client } from '../../contracts/client.ts';
import { refuse, refuseField } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { isWrite, routeName, type Actor, type Route, type Upload } from '../../contracts/route.ts';
import { OUTSIDE_MOMENTS, isInMoments } from '../../contracts/values.ts';
import { can, CHAIN_ONLY, isOfChain, NOBODY, seesCost, seesPersons } from '../../contracts/user.ts';
import type { SessionUser } from '../../contracts/user.ts';
import type { CommandLog } from '../command-log/command-log.ts';
import type { Work } from '../command-log/command.ts';
import { asksNumber, foundSomebody, type NumberMisses } from '../auth/number-misses.ts';
import type { Trace } from '../operation-log/operation-log.ts';
import { knownBy } from './schema-fields.ts';
import { problemsOf } from './messages.ts';
import { withFieldNames, type FieldLabels } from './field-messages.ts';
import { outcomeOf, refusalOutcome } from '../answers/outcome.ts';
import type { Outcome } from '../answers/outcome.ts';
import { unstorable } from './storable.ts';

export type Caller = {
  /** null: nobody is signed in. */
  readonly user: SessionUser | null;
  readonly now: Date;
  /** Idempotency-Key; a fresh one when absent. */
  readonly key?: string | undefined;
  readonly requestId: string;
  readonly ifMatch?: number | undefined;
  readonly client: Client;
  /** The request's row in the operation log, made of what the route knows of its input; absent for calls without HTTP. */
  readonly trace?: (input: Input, key: string) => Trace | undefined;
};
export type Input = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
export type ExecuteDeps = {
  readonly commandLog: CommandLog;
  /** An id that no command binds (calls without a user). */
  readonly looseId: () => Promise<number>;
  /** Questions for numbers of people that find nobody are counted (R140). */
  readonly misses: NumberMisses;
  /** What the fields of a route's body and filters are called. */
  readonly fieldLabels: (route: string) => FieldLabels;
  /** Position of the log at a moment. */
  readonly positionAsOf: (moment: Date) => Promise<number>;
};

const BEFORE_PASSWORD_CHANGE = new Set([
  '/user/pwd/set',
  '/user/profile',
  '/getinfo',
  '/logout',
  '/menurole',
  '/session-mark',
  '/app-config',
]);

/** A route's keys, or the route itself through a menu of his. */
const opens = (route: Route, user: SessionUser): boolean => {
  const keys = typeof route.allow === 'string' ? [route.allow] : (route.allow as readonly string[]);
  return keys.some((key) => can(user, key)) || user.routes?.has(routeName(route)) === true;
};

/** null when the call may go on. */
export const authorise = (route: Route, user: SessionUser | null): Refusal | null => {
  const { allow } = route;
  const everyone = typeof allow === 'object' && 'everyone' in allow ? allow.everyone : null;
  if (everyone === 'public') return null;
  if (user === null) return refuse('unauthenticated', 'auth.signed_out', '登录已过期，请重新登录');
  if (user.mustChangePassword && !BEFORE_PASSWORD_CHANGE.has(route.path)) {
    return refuse('forbidden', 'auth.must_change_password', '请先修改密码', {
      data: { reason: 'mustChangePassword' },
    });
  }
  if (everyone === 'signed-in') return null;
  return refuseHolder(route, user);
};
/** Who is signed in: he has a key of it, and is of the chain where it counts for every shop. */
const refuseHolder = (route: Route, user: SessionUser): Refusal | null => {
  if (!opens(route, user)) return refuse('forbidden', 'auth.no_permission', '你没有权限执行此操作');
  return route.ofChain === true && !isOfChain(user) ? CHAIN_ONLY : null;
};

/** Only what the route's schemas name, as it was sent: nothing else is validated, hashed, logged or handled. */
export const knownInput = (route: Route, { params, query, body }: Input): Required<Input> => ({
  params: route.params === undefined ? {} : knownBy(route.params)(params ?? {}),
  query: route.query === undefined ? {} : knownBy(route.query)(query ?? {}),
  body:
    route.multipart !== undefined
      ? body
      : route.body === undefined
        ? undefined
        : knownBy(route.body)(body ?? undefined),
});

type CallInput = { readonly params: unknown; readonly query: unknown; readonly body: unknown };
const check = (schema: z.ZodType | undefined, value: unknown): z.ZodSafeParseResult<unknown> =>
  schema === undefined ? { success: true, data: value } : schema.safeParse(value);

const validate = (route: Route, input: CallInput): CallInput | Refusal => {
  const params = check(route.params, input.params);
  const query = check(route.query, input.query);
  const body =
    route.multipart === undefined ? check(route.body, input.body ?? {}) : { success: true, data: input.body };
  const broken = [params, query, body].flatMap((part) => ('error' in part && part.error ? problemsOf(part.error) : []));
  const problems = broken.length > 0 ? broken : [input.params, input.query, input.body].flatMap(unstorable);
  const [first] = problems;
  if (first !== undefined) return refuse('invalid', 'platform.invalid', first.message, { fields: problems });
  return { params: params.data, query: query.data, body: body.data };
};

/** R12: DELETE also takes its ids from the query. */
const idsFromQuery = (query: Readonly<Record<string, unknown>>): unknown => {
  const given = query['ids'] ?? query['ids[]'];
  if (given === undefined) return undefined;
  const parts = (Array.isArray(given) ? given : [given]).flatMap((part) => String(part).split(','));
  return { ids: parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)) };
};

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A filter that is said twice with the same word is said once: a console writes one into the path and adds it again. */
const saidOnce = (query: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(asRecord(query)).map(([name, value]) => [
      name,
      Array.isArray(value) && value.every((word) => word === value[0]) ? (value[0] as unknown) : value,
    ]),
  );

const AS_OF = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const momentOf = (text: unknown): Date | null => {
  if (typeof text !== 'string' || !AS_OF.test(text)) return null;
  // A moment without an offset is the shops' time.
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10))
    ? text
    : `${text.length === 10 ? `${text}T23:59:59.999` : text}+08:00`;
  const moment = new Date(zoned);
  return Number.isNaN(moment.getTime()) ? null : moment;
};

type AsOf = { readonly asOf?: number; readonly asOfMoment?: Date };
const asOfPosition = async (route: Route, given: unknown, deps: ExecuteDeps): Promise<AsOf | Refusal> => {
  if (given === undefined || given === '') return {};
  if (isWrite(route)) return refuseField('platform.as_of_write', 'asOf', '历史时点只能查询，不能保存');
  const moment = momentOf(given);
  if (moment === null) return refuseField('platform.as_of', 'asOf', '时间格式应为 ISO 8601');
  if (!isInMoments(moment)) return refuseField('platform.as_of', 'asOf', OUTSIDE_MOMENTS);
  if (route.takesAsOf !== true) return refuseField('platform.as_of_unsupported', 'asOf', '此页面只能查看当前数据');
  return { asOf: await deps.positionAsOf(moment), asOfMoment: moment };
};

const isUpload = (body: unknown): body is Upload =>
  typeof body === 'object' && body !== null && 'bytes' in body && Buffer.isBuffer(body.bytes);
const hashOf = (params: unknown, query: unknown, body: unknown): string => {
  const hash = createHash('sha256').update(JSON.stringify([params ?? null, query ?? null]));
  if (isUpload(body)) {
    hash.update(JSON.stringify([body.fileName, body.fields])).update(body.bytes);
    for (const { fileName, bytes } of body.more ?? [])
      hash.update(JSON.stringify([fileName, bytes.length])).update(bytes);
  } else hash.update(JSON.stringify(body ?? null));
  return hash.digest('hex');
};

/** A file is told by its name and size. */
const summaryOf = (body: unknown): unknown => {
  if (!isUpload(body)) return body;
  const [first, ...more] = [body, ...(body.more ?? [])].map(({ fileName, bytes }) => ({
    fileName,
    bytes: bytes.length,
  }));
  return { ...first, fields: body.fields, ...(more.length > 0 && { more }) };
};

const refusedHere = (value: object): value is Refusal => 'refused' in value;

const labelsOf = (route: Route, { fieldLabels }: ExecuteDeps): FieldLabels => ({
  ...fieldLabels(route.path),
  ...route.fieldNames,
});
/** {@link run}, with messages that name their fields. */
export const execute = async (route: Route, input: Input, caller: Caller, deps: ExecuteDeps): Promise<Outcome> =>
  withFieldNames(await run(route, input, caller, deps), () => labelsOf(route, deps));

const seenBy = (user: SessionUser | null) => ({
  cost: user !== null && seesCost(user),
  // Who is not signed in is told of nobody but himself.
  persons: user === null || seesPersons(user),
});
/** The handler's answer as it is sent, so that the command's row says the same. */
const saying =
  (route: Route, { user }: Caller, deps: ExecuteDeps) =>
  (answer: Parameters<typeof outcomeOf>[1]): Outcome =>
    withFieldNames(outcomeOf(route, answer, seenBy(user)), () => labelsOf(route, deps));

const seenRevision = ({ ifMatch }: Caller): { readonly ifMatch?: number } => (ifMatch === undefined ? {} : { ifMatch });
const actorOf = ({ user, now, requestId }: Caller, key: string): Actor => ({
  user: user ?? NOBODY,
  now,
  key,
  requestId,
});
type Handled = Awaited<ReturnType<Route['handler']>>;
/** A question for somebody's number that finds nobody, and a save that sets another one, count before they are answered (R140). */
const countingMisses = async (
  route: Route,
  { by, ...asked }: Pick<CallInput, 'query' | 'body'> & { readonly by: Actor },
  { misses }: ExecuteDeps,
  work: () => Promise<Handled>,
): Promise<Handled> => {
  if (by.user.id === 0 || !asksNumber(route, asked, by.user)) return work();
  const entered = await misses.enter(by);
  if (refusedHere(entered)) return entered;
  const answer = await work();
  // Of a write it counts that it was tried: a number that is taken tells as much as one that is found.
  const found = isWrite(route) ? route.method === 'POST' && !refusedHere(answer) : foundSomebody(answer);
  if (found) await entered.giveBack();
  return answer;
};

/**
 * Runs a route for a caller. Refusals are outcomes with their status; faults are thrown.
 * @throws {BadAnswer} when the handler's data breaks its schema; whatever the handler throws.
 */
const run = async (route: Route, input: Input, caller: Caller, deps: ExecuteDeps): Promise<Outcome> => {
  const denied = authorise(route, caller.user);
  if (denied !== null) return refusalOutcome(denied);
  const { asOf: asOfGiven, ...query } = saidOnce(input.query);
  const asOf = await asOfPosition(route, asOfGiven, deps);
  if (refusedHere(asOf)) return refusalOutcome(asOf);
  const given = input.body ?? (route.method === 'DELETE' ? idsFromQuery(query) : undefined);
  const known = knownInput(route, { params: input.params, query, body: given });
  const key = caller.key ?? randomUUID();
  const trace = caller.trace?.({ ...known, body: summaryOf(known.body) }, key);
  const valid = validate(route, known);
  if (refusedHere(valid)) return refusalOutcome(valid);
  const said = saying(route, caller, deps);
  const by = actorOf(caller, key);
  const answered: Work = async (newId, save) =>
    said(
      await countingMisses(route, { ...valid, by }, deps, () =>
        route.handler({
          ...valid,
          ...asOf,
          ...seenRevision(caller),
          ...by,
          client: caller.client,
          newId,
          ...(save !== undefined && { save }),
        }),
      ),
    );
  if (!isWrite(route) || caller.user === null) return answered(deps.looseId);
  const name = `${route.method} ${route.path}`;
  const bodyHash = hashOf(known.params, known.query, known.body);
  return deps.commandLog.run({ userId: caller.user.id, key, route: name, bodyHash }, answered, {
    trace,
    writes: route.writes,
    mayRepeat: caller.key !== undefined,
    keepsAnswer: route.keepsAnswer !== false,
  });
};
