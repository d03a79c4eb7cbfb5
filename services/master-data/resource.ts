/** Create, edit and delete of one kind of master row, written once: each kind says what is its own. */
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { refuse, isRefusal } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Answer, Call, Route } from '../contracts/route.ts';
import { STALE_ROW } from '../platform/streams/handle.ts';
import { bindRow, deleteLocked, insertRow, lockRow, loggedName } from '../platform/rows/master.ts';
import type { MasterRow, MasterTable } from '../platform/rows/master.ts';
import { revisionOf, writeRevised } from '../platform/rows/revised-row.ts';
import { historyRoute, type History } from '../platform/rows/row-history.ts';
import { absent, refuseDeletion, type UndeletableRow } from './undeletable-rows.ts';
import { RowId, type UsageQuestion } from './contract.ts';
import { guarded } from './constraint-guard.ts';
import type { Tombstones } from './tombstones.ts';

export type ResourceDeps = {
  readonly pool: DatabasePool;
  /** Why a row cannot be deleted, or null. */
  readonly reasonToKeep: (question: UsageQuestion) => Promise<string | null>;
  /** Called after every accepted write, so that look-ups forget what they know. */
  readonly changed: () => void;
  readonly tombstones: Pick<Tombstones, 'bury' | 'wake'>;
};

/** What a rule sees: the open transaction, the row before (null for a create), who asks. */
export type Attempt<Body> = {
  readonly tx: CommonQueryMethods;
  readonly before: MasterRow | null;
  readonly body: Body;
  readonly by: Actor;
  /** The revision that the caller saw, where it was sent. */
  readonly ifMatch?: number | undefined;
};

/** An edit that was judged at that revision, and what is done once it stands. */
export type ReadyEdit = { readonly revision: number; readonly done: () => Promise<void> };
export type RowChange = { readonly before: MasterRow | null; readonly after: MasterRow | null };
export type Resource<Body extends z.ZodType, Edit extends z.ZodType> = {
  /** Chinese name of one row: 分店, 供应商. */
  readonly title: string;
  readonly path: string;
  readonly table: MasterTable;
  /** Rows whose values stay out of the change log name their table with secrets. */
  readonly tableOf?: (row: MasterRow) => MasterTable;
  readonly allow: { readonly add: string; readonly edit: string; readonly remove: string };
  /** Its rows count for every shop (R146). */
  readonly ofChain?: true;
  /** Who reads what was changed in a record (R126); absent: it is told nowhere. */
  readonly history?: Pick<History, 'allow' | 'limit' | 'long'>;
  readonly body: Body;
  readonly edit: Edit;
  /** Columns of a new row, and the columns an edit changes. */
  readonly columns: (body: z.output<Body>, by: Actor) => MasterRow;
  readonly changes: (body: z.output<Edit>, before: MasterRow) => MasterRow;
  /** Rows of another kind in the same table do not exist here. */
  readonly mine?: (row: MasterRow) => boolean;
  /** Why the caller may not touch this row, though it is there. */
  readonly limit?: (row: MasterRow, by: Actor) => Refusal | null;
  /** Rules of a create and of an edit, inside the transaction. A create without any, and without {@link written}, is one transaction with its answer. */
  readonly onCreate?: (attempt: Attempt<z.output<Body>>) => Promise<Refusal | null>;
  /** What is said of a new row, where {@link onCreate} has rules; absent: that it is there. */
  readonly created?: (row: MasterRow) => string;
  /** Rules that ask elsewhere, before the transaction; null: they have nothing to say. */
  readonly beforeEdit?: (call: Call<RowId, unknown, z.output<Edit>>) => Promise<ReadyEdit | Refusal | null>;
  readonly onEdit?: (attempt: Attempt<z.output<Edit>>) => Promise<Refusal | null>;
  /** What else begins with a new row, in the same transaction; of a resource with `onCreate`. */
  readonly onCreated?: (tx: CommonQueryMethods, row: MasterRow, by: Actor) => Promise<void>;
  /** Constraint → what to say. */
  readonly taken?: Readonly<Record<string, (columns: MasterRow) => Promise<Refusal> | Refusal>>;
  /** Why this row stays. */
  readonly keep?: (tx: CommonQueryMethods, row: MasterRow, by: Actor) => Promise<string | null>;
  readonly usage?: (row: MasterRow) => UsageQuestion;
  /** Told of every row that was written, once it is; absent `after`: it was deleted. */
  readonly written?: (change: RowChange, by: Actor) => Promise<void>;
  /** What else changes when this row goes, in the same transaction. */
  readonly onDelete?: (tx: CommonQueryMethods, row: MasterRow, by: Actor) => Promise<void>;
};

const missing = (title: string): Refusal => refuse('not-found', 'master.missing', `${title}不存在或已删除`);

type CreatedRow = { readonly row: MasterRow };
const create = async <Body extends z.ZodType, Edit extends z.ZodType>(
  { pool, changed }: ResourceDeps,
  resource: Resource<Body, Edit>,
  call: Call<unknown, unknown, z.output<Body>>,
): Promise<Answer<number> | Refusal> => {
  const id = await call.newId();
  const columns = {
    id,
    revision: 0,
    ...resource.columns(call.body, call),
    created_at: call.now.toISOString(),
    updated_at: call.now.toISOString(),
  };
  const table = resource.tableOf?.(columns) ?? resource.table;
  const answer = { data: id, msg: '新增成功', etag: 0 };
  if (call.save?.waits === true) {
    bindRow(call.save, table, columns, call);
    call.save.afterwards(async () => changed());
    return answer;
  }
  const outcome = await guarded<CreatedRow>(
    () =>
      pool.transaction(async (tx) => {
        // The answer to the first attempt was lost: the id is bound to the key, so the row is already here.
        const stored = await lockRow(tx, table, id);
        if (stored !== null) return { row: stored };
        const refused = await resource.onCreate?.({ tx, before: null, body: call.body, by: call });
        if (refused != null) return refused;
        const row = await insertRow(tx, table, columns, call);
        await resource.onCreated?.(tx, row, call);
        return { row };
      }),
    (constraint) => resource.taken?.[constraint]?.(columns),
  );
  if (isRefusal(outcome)) return outcome;
  changed();
  await resource.written?.({ before: null, after: columns }, call);
  return { ...answer, msg: resource.created?.(outcome.row) ?? answer.msg };
};

/** The row, locked, where there is one that the caller may touch. */
const reached = async (
  tx: CommonQueryMethods,
  { table, mine, limit }: ReachFacts,
  id: number,
  by: Actor,
): Promise<MasterRow | Refusal | null> => {
  const row = await lockRow(tx, table, id);
  if (row === null || mine?.(row) === false) return null;
  return limit?.(row, by) ?? row;
};
type ReachFacts = Pick<Resource<z.ZodType, z.ZodType>, 'table' | 'mine' | 'limit'>;

/** Without what was absent: it stays as it is (R102). */
const sent = (columns: MasterRow): MasterRow =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

const edit = async <Body extends z.ZodType, Edit extends z.ZodType>(
  { pool, changed }: ResourceDeps,
  resource: Resource<Body, Edit>,
  call: Call<RowId, unknown, z.output<Edit>>,
): Promise<Answer<number> | Refusal> => {
  const { id } = call.params;
  const ready = (await resource.beforeEdit?.(call)) ?? null;
  if (isRefusal(ready)) return ready;
  const seen = [call.ifMatch, ready?.revision].filter((revision) => revision !== undefined);
  let columns: MasterRow = {};
  const outcome = await guarded<{ revision: number; change: RowChange }>(
    () =>
      pool.transaction(async (tx) => {
        const before = await reached(tx, resource, id, call);
        if (before === null) return missing(resource.title);
        if (isRefusal(before)) return before;
        if (seen.some((revision) => revision !== revisionOf(before))) return STALE_ROW;
        const refused = await resource.onEdit?.({ tx, before, body: call.body, by: call, ifMatch: call.ifMatch });
        if (refused != null) return refused;
        const changes = sent(resource.changes(call.body, before));
        columns = { id, ...changes };
        const table = resource.tableOf?.(before) ?? resource.table;
        const revision = await writeRevised(tx, table, { before, changes }, call);
        return { revision, change: { before, after: { ...before, ...changes } } };
      }),
    (constraint) => resource.taken?.[constraint]?.(columns),
  );
  if (isRefusal(outcome)) return outcome;
  changed();
  await resource.written?.(outcome.change, call);
  await ready?.done();
  return { data: id, msg: '修改成功', etag: outcome.revision };
};

type DeletionPlan = { readonly rows: readonly MasterRow[]; readonly kept: readonly UndeletableRow[] };
type Reasons = ReadonlyMap<number, string>;
/** Who uses the rows. Asked before the transaction: checks have connections of their own, which slonik refuses inside. */
const reasonsToKeep = async <Body extends z.ZodType, Edit extends z.ZodType>(
  { pool, reasonToKeep }: ResourceDeps,
  { table, usage }: Resource<Body, Edit>,
  ids: readonly number[],
): Promise<Reasons> => {
  const reasons = new Map<number, string>();
  for (const id of usage === undefined ? [] : ids) {
    const row = await lockRow(pool, table, id);
    const reason = row === null || usage === undefined ? null : await reasonToKeep(usage(row));
    if (reason !== null) reasons.set(id, reason);
  }
  return reasons;
};

/** Locks every row and judges whether it may go. */
const judge = async <Body extends z.ZodType, Edit extends z.ZodType>(
  tx: CommonQueryMethods,
  resource: Resource<Body, Edit>,
  reasons: Reasons,
  call: Actor & { readonly ids: readonly number[] },
): Promise<DeletionPlan | Refusal> => {
  const rows: MasterRow[] = [];
  const kept: UndeletableRow[] = [];
  for (const id of call.ids) {
    const row = await reached(tx, resource, id, call);
    if (row === null) return absent(id, resource.title);
    if (isRefusal(row)) return row;
    const message = (await resource.keep?.(tx, row, call)) ?? reasons.get(id);
    if (message !== undefined) kept.push({ id, message });
    rows.push(row);
  }
  return { rows, kept };
};

/** R12: every row is checked first; one that must stay, and nothing is deleted. If-Match speaks of a single row. */
const remove = async <Body extends z.ZodType, Edit extends z.ZodType>(
  deps: ResourceDeps,
  resource: Resource<Body, Edit>,
  call: Call<unknown, unknown, z.output<typeof Ids>>,
): Promise<Answer<null> | Refusal> => {
  const ids = [...new Set(call.body.ids)].toSorted((left, right) => left - right);
  const seen = ids.length === 1 ? call.ifMatch : undefined;
  const reasons = await reasonsToKeep(deps, resource, ids);
  const outcome = await deps.pool.transaction(async (tx): Promise<Refusal | readonly MasterRow[]> => {
    const judged = await judge(tx, resource, reasons, { ...call, ids });
    if (isRefusal(judged)) return judged;
    if (seen !== undefined && judged.rows.some((row) => revisionOf(row) !== seen)) return STALE_ROW;
    if (judged.kept.length > 0) return refuseDeletion(judged.kept);
    for (const row of judged.rows) {
      await deleteLocked(tx, resource.tableOf?.(row) ?? resource.table, row, call);
      await resource.onDelete?.(tx, row, call);
      if (resource.usage !== undefined) await deps.tombstones.bury(tx, resource.usage(row), row);
    }
    return judged.rows;
  });
  if (isRefusal(outcome)) return outcome;
  deps.changed();
  for (const before of outcome) await resource.written?.({ before, after: null }, call);
  deps.tombstones.wake();
  return { data: null, msg: '删除成功' };
};

type HistoryFacts = Pick<Resource<z.ZodType, z.ZodType>, 'history' | 'path' | 'table' | 'title'>;
const historyOf = ({ pool }: ResourceDeps, { path, title, table, history }: HistoryFacts): readonly Route[] =>
  history === undefined ? [] : [historyRoute(pool, { path, title, table: loggedName(table), ...history })];

const writing = <Body extends z.ZodType, Edit extends z.ZodType>(
  deps: ResourceDeps,
  resource: Resource<Body, Edit>,
): readonly Route[] => [
  route({
    method: 'POST',
    path: resource.path,
    summary: `新增${resource.title}`,
    allow: resource.allow.add,
    body: resource.body,
    data: z.int(),
    ...(resource.onCreate === undefined && resource.written === undefined && { writes: 'rows' as const }),
    handler: (call) => create(deps, resource, call),
  }),
  route({
    method: 'PUT',
    path: `${resource.path}/:id`,
    summary: `修改${resource.title}`,
    allow: resource.allow.edit,
    params: RowId,
    body: resource.edit,
    data: z.int(),
    handler: (call) => edit(deps, resource, call),
  }),
  route({
    method: 'DELETE',
    path: resource.path,
    summary: `删除${resource.title}`,
    allow: resource.allow.remove,
    body: Ids,
    data: z.null(),
    handler: (call) => remove(deps, resource, call),
  }),
];
/** POST, PUT /{id} and DELETE of a resource, and its history where it has one. */
export const resourceRoutes = <Body extends z.ZodType, Edit extends z.ZodType>(
  deps: ResourceDeps,
  resource: Resource<Body, Edit>,
): readonly Route[] => [
  ...writing(deps, resource).map((one) => (resource.ofChain === true ? { ...one, ofChain: true as const } : one)),
  ...historyOf(deps, resource),
];
