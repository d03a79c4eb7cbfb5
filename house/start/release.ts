/** What this release brings to a database, for whoever compares the two. */
import { projections, READ_SLICES, titlesOf } from 'projections/registry';
import { MIGRATION_IDS } from './prepare-master.ts';
import type { CheckContext } from '../../services/system-state/check.ts';

const TITLES = titlesOf(READ_SLICES);
export const RELEASE: CheckContext['release'] = {
  migrations: MIGRATION_IDS,
  models: projections.map(({ name, version }) => ({ name, version, title: TITLES.get(name) ?? name })),
};
