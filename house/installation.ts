/** Where the parts of this installation lie, for those who may not look beyond their own folder. */
import path from 'node:path';
import type { Installation } from '../services/platform/slice/slice.ts';

const HOUSE = path.join(import.meta.dirname, '..');
export const installation: Installation = {
  siteDir: path.join(HOUSE, 'site'),
  jobModule: new URL('./nightly/run-job.ts', import.meta.url),
  projectDir: HOUSE,
  formatting: path.join(HOUSE, '.oxfmtrc.json'),
  queriesDir: 'projections/master-data/custom/',
};
