/** The code generator (S2§2.22): settings of tables, and the files, pages and migrations made of them. */
import type { SliceModule } from '../platform/slice.ts';
import { generatorRoutes } from './routes.ts';
import { generatorMigrations } from './tables.ts';
import { writingRoutes } from './write-routes.ts';

export const generatorSlice: SliceModule = {
  migrations: generatorMigrations,
  create: ({ master, config }) => ({
    name: 'generator',
    routes: [...generatorRoutes(master), ...writingRoutes(master, config)],
  }),
};
