/**
 * A plain record of an installation's own table, as its folder declares it (services/master-data/custom/<name>/resource.ts,
 * written by the generator): writes with keys, revision and change log, and its history.
 */
import { CheckIntegrityConstraintViolationError, ForeignKeyIntegrityConstraintViolationError } from 'slonik';
import type { z } from 'zod';
import { RECORD_ACTIONS, type RecordManifest } from '../contracts/manifest.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Actor, Route } from '../contracts/route.ts';
import { seesShop, shopScope, type SessionUser } from '../contracts/user.ts';
import { lockRow, type MasterRow } from '../platform/rows/master.ts';
import type { Migration } from '../platform/base/migrate.ts';
import { historyInScope, limitToScope, makerColumns } from './custom-scope.ts';
import { resourceRoutes, type Resource, type ResourceDeps } from './resource.ts';

export type CustomResource = {
  readonly manifest: RecordManifest;
  readonly migrations: readonly Migration[];
  readonly routes: (deps: ResourceDeps) => readonly Route[];
};
type Declaration<Body extends z.ZodType, Edit extends z.ZodType> = Pick<
  Resource<Body, Edit>,
  'table' | 'body' | 'edit' | 'columns' | 'changes' | 'taken' | 'onCreate' | 'onEdit' | 'keep'
> &
  Pick<CustomResource, 'manifest' | 'migrations'> & {
    /** Its table keeps the maker of each row, and a user sees and touches what lies in his data scope. */
    readonly scoped?: true;
    /** Columns of the shops whose row it is: whoever is locked to shops writes those of his own (R13). */
    readonly shops?: readonly string[];
  };

const OTHER_SHOP = refuse('forbidden', 'shop.not_yours', '你没有该分店的权限');
/** A row of no shop is everybody's. */
const limitToShops =
  (shops: readonly string[]) =>
  (row: MasterRow, { user }: Pick<Actor, 'user'>): Refusal | null => {
    const named = shops.map((shop) => row[shop]).filter((shop) => typeof shop === 'number');
    return named.length === 0 || named.some((shop) => seesShop(user, shop)) ? null : OTHER_SHOP;
  };
/** Of a row that is gone nobody knows whose it was: whoever sees every shop reads of it. */
const limitHistory = (row: MasterRow | null, shops: readonly string[], user: SessionUser): Refusal | null =>
  row === null ? (shopScope(user) === null ? null : OTHER_SHOP) : limitToShops(shops)(row, { user });
/** Neither is a row of another shop touched, nor one put there. */
const ofOwnShops = <Body extends z.ZodType, Edit extends z.ZodType>(
  declared: Omit<Declaration<Body, Edit>, 'manifest' | 'migrations'>,
  shops: readonly string[],
  scoped: boolean,
): Pick<Resource<Body, Edit>, 'limit' | 'onCreate' | 'onEdit'> => {
  const mine = limitToShops(shops);
  return {
    limit: (row, by) => mine(row, by) ?? (scoped ? limitToScope(row, by) : null),
    onCreate: async (attempt) =>
      mine(declared.columns(attempt.body, attempt.by), attempt.by) ?? (await declared.onCreate?.(attempt)) ?? null,
    onEdit: async (attempt) =>
      mine({ ...attempt.before, ...declared.changes(attempt.body, attempt.before ?? {}) }, attempt.by) ??
      (await declared.onEdit?.(attempt)) ??
      null,
  };
};
const UNFIT = refuse('invalid', 'custom.unfit', '保存的内容不符合数据表的约束', {
  fields: [{ path: '', message: '保存的内容不符合数据表的约束' }],
});
const IN_USE = refuse('conflict', 'custom.in_use', '数据正被其他表引用，不能删除');
/** The table's own constraints are nobody's fault of the house: they say no. */
const constrained = (route: Route): Route => ({
  ...route,
  handler: async (call) => {
    try {
      return await route.handler(call);
    } catch (error) {
      if (error instanceof CheckIntegrityConstraintViolationError) return UNFIT;
      if (error instanceof ForeignKeyIntegrityConstraintViolationError)
        return route.method === 'DELETE' ? IN_USE : UNFIT;
      throw error;
    }
  },
});

export const customResource = <Body extends z.ZodType, Edit extends z.ZodType>({
  manifest,
  migrations,
  scoped,
  shops,
  ...declared
}: Declaration<Body, Edit>): CustomResource => ({
  manifest,
  migrations,
  routes: (deps) => {
    const { title, path, permission } = manifest;
    const resource: Resource<Body, Edit> = {
      // A transaction of its own: names of columns that are words of SQL, and constraints that speak.
      onCreate: async () => null,
      ...declared,
      ...(scoped === true && {
        columns: (body: z.output<Body>, by: Actor) => ({ ...declared.columns(body, by), ...makerColumns(by) }),
        limit: limitToScope,
      }),
      ...(shops !== undefined && ofOwnShops(declared, shops, scoped === true)),
      title,
      path,
      allow: { add: `${permission}:add`, edit: `${permission}:edit`, remove: `${permission}:remove` },
      history: {
        allow: Object.keys(RECORD_ACTIONS).map((action) => `${permission}:${action}`),
        ...(scoped === true && { limit: historyInScope(deps.pool, declared.table) }),
        ...(shops !== undefined && {
          limit: async (id: number, user: SessionUser) =>
            limitHistory(await lockRow(deps.pool, declared.table, id), shops, user) ??
            (scoped === true ? historyInScope(deps.pool, declared.table)(id, user) : null),
        }),
      },
    };
    return resourceRoutes(deps, resource).map(constrained);
  },
});
