/**
 * A plain record of an installation's own table, as its folder declares it (services/master-data/custom/<name>/resource.ts,
 * written by the generator): writes with keys, revision and change log, and its history.
 */
import { CheckIntegrityConstraintViolationError, ForeignKeyIntegrityConstraintViolationError } from 'slonik';
import type { z } from 'zod';
import { RECORD_ACTIONS, type RecordManifest } from '../contracts/manifest.ts';
import { refuse } from '../contracts/refusal.ts';
import type { Actor, Route } from '../contracts/route.ts';
import type { Migration } from '../platform/migrate.ts';
import { historyInScope, limitToScope, makerColumns } from './custom-scope.ts';
import { resourceRoutes, type Resource, type ResourceDeps } from './resource.ts';

export type CustomResource = {
  readonly manifest: RecordManifest;
  readonly migrations: readonly Migration[];
  readonly routes: (deps: ResourceDeps) => readonly Route[];
};
type Declared<Body extends z.ZodType, Edit extends z.ZodType> = Pick<
  Resource<Body, Edit>,
  'table' | 'body' | 'edit' | 'columns' | 'changes' | 'taken' | 'onCreate' | 'onEdit' | 'keep'
> &
  Pick<CustomResource, 'manifest' | 'migrations'> & {
    /** Its table keeps the maker of each row, and a user sees and touches what lies in his data scope. */
    readonly scoped?: true;
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
  ...declared
}: Declared<Body, Edit>): CustomResource => ({
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
      title,
      path,
      allow: { add: `${permission}:add`, edit: `${permission}:edit`, remove: `${permission}:remove` },
      history: {
        allow: Object.keys(RECORD_ACTIONS).map((action) => `${permission}:${action}`),
        ...(scoped === true && { limit: historyInScope(deps.pool, declared.table) }),
      },
    };
    return resourceRoutes(deps, resource).map(constrained);
  },
});
