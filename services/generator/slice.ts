/** The code generator (S2§2.22): settings of tables. */
import type { SliceModule } from '../platform/slice.ts';
import { generatorRoutes } from './routes.ts';
import { generatorMigrations } from './tables.ts';

export const generatorSlice: SliceModule = {
  migrations: generatorMigrations,
  create: ({ master }) => ({ name: 'generator', routes: generatorRoutes(master) }),
};
