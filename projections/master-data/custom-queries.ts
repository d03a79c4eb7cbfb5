/** GETs of an installation's own tables: `query.ts` of every folder of `custom`, as the generator writes it. */
import { existsSync, readdirSync } from 'node:fs';
import type { CommonQueryMethods } from 'slonik';
import type { Route } from 'services/contracts/route';

type Queries = (db: CommonQueryMethods) => readonly Route[];
const FOLDER = new URL('./custom/', import.meta.url);
const names = existsSync(FOLDER) ? readdirSync(FOLDER).toSorted() : [];
/** @throws {TypeError} when a folder's query.ts has no function as its default export. */
export const customQueries: readonly Queries[] = await Promise.all(
  names.map(async (name) => {
    const loaded = (await import(`./custom/${name}/query.ts`)) as { readonly default?: unknown };
    if (typeof loaded.default !== 'function')
      throw new TypeError(`projections/master-data/custom/${name}/query.ts hands over no queries`);
    return loaded.default as Queries;
  }),
);
