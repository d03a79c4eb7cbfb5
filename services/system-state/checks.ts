/** Every check, in the order in which they are shown: a new one is a line here. */
import { backupAge } from './backup-age.ts';
import { certificates } from './certificates.ts';
import type { StateCheck } from './check.ts';
import { clock, connections, database, migrations, versions } from './database.ts';
import { lostSaves } from './lost-saves.ts';
import { pictures } from './pictures.ts';
import { ports } from './ports.ts';
import { eventStore, lag, modelVersions, parked, sameLog } from './read-models.ts';
import { shoppers } from './shoppers.ts';
import { space } from './space.ts';
import { writer } from './writer.ts';

export const CHECKS: readonly StateCheck[] = [
  ports,
  space,
  database,
  connections,
  clock,
  versions,
  migrations,
  eventStore,
  writer,
  sameLog,
  lostSaves,
  lag,
  parked,
  modelVersions,
  certificates,
  shoppers,
  backupAge,
  pictures,
];
