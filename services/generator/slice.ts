/** The code generator (S2§2.22): settings of tables, and the files, pages and migrations made of them. */
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import type { Project } from './generating.ts';
import { generatorRoutes } from './routes.ts';
import { generatorMigrations } from './tables.ts';
import { writingRoutes } from './write-routes.ts';

/** This check-out, or the one that the settings name. */
const projectOf = ({ config, installation }: Pick<SliceDeps, 'config' | 'installation'>): Project => ({
  ...installation,
  generator: config.generator,
  projectDir: config.projectDir ?? installation.projectDir,
});

export const generatorSlice: SliceModule = {
  migrations: generatorMigrations,
  create: ({ master, config, installation }) => ({
    name: 'generator',
    routes: [...generatorRoutes(master), ...writingRoutes(master, projectOf({ config, installation }))],
  }),
};
