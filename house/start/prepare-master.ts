/** Schema `master` of the whole house: every migration in its order, then the pool of whoever writes there. */
import type { DatabasePool } from 'slonik';
import { watcherMigration } from '../../services/documents/lease.ts';
import { authMigrations, numberMissMigration, oneTimeTicketMigration } from '../../services/platform/auth/tables.ts';
import {
  commandLogMigration,
  commandLogRoomMigration,
  commandMigrations,
  commandShopsMigration,
  operationOutcomeMigration,
} from '../../services/platform/command-log/table.ts';
import { lostApartMigration, lostSavesMigration } from '../../services/platform/command-log/lost-saves.ts';
import { customMigrations } from '../../services/master-data/slice.ts';
import { trimMigration } from '../../services/jobs/tables.ts';
import { ORGANISATION_SQL } from '../../services/master-data/tables.ts';
import { pictureCheckMigration } from '../../services/picture-check/tables.ts';
import { openPool } from '../../services/platform/base/database.ts';
import { answerMarkMigration } from '../../services/platform/event-store/log-move/command-answers.ts';
import { logPlaceMigration } from '../../services/platform/event-store/log-move/log-place.ts';
import { storageMigration } from '../../services/platform/storage/tables.ts';
import { snapshotMigration } from '../../services/platform/streams/stream-snapshots.ts';
import { customerKeyMigration } from '../../services/platform/secrets/customer-keys.ts';
import { changeLogMigration } from '../../services/platform/rows/master.ts';
import { migrate, WIRE_IDS, type Migration } from '../../services/platform/base/migrate.ts';
import { JobFailed } from '../../services/platform/jobs/job-function.ts';
import type { OwnWrites } from '../../services/platform/runtime/own-writes.ts';
import type { Teardown } from '../../services/platform/process/teardown.ts';
import { wireIdMigration } from '../../services/platform/streams/wire-ids.ts';
import { slices } from '../slices.ts';
import { plainNamesMigration } from '../../services/system/person-named.ts';
import { rightsToldMigration, settingsToldMigration } from '../../services/system/rights-broadcast.ts';
import { rightsLogMigration } from '../../services/system/rights-log.ts';
import {
  apisMigration,
  lastSignInMigration,
  logOrdersMigration,
  logSearchMigration,
  rightsRevisionMigration,
  secondFactorMigration,
  userNumbersMigration,
  userOrdersMigration,
  userSearchMigration,
} from '../../services/system/tables.ts';

const OWN = [changeLogMigration, commandLogMigration, wireIdMigration, commandLogRoomMigration, ...authMigrations];
/** They change what slices have made. */
const LAST = [
  operationOutcomeMigration,
  userSearchMigration,
  secondFactorMigration,
  userNumbersMigration,
  lastSignInMigration,
  rightsRevisionMigration,
  userOrdersMigration,
  watcherMigration,
  ...commandMigrations,
  snapshotMigration,
  { id: 'master-data-015-organisation', sql: ORGANISATION_SQL },
  rightsToldMigration,
  trimMigration,
  apisMigration,
  logSearchMigration,
  storageMigration,
  settingsToldMigration,
  rightsLogMigration,
  logOrdersMigration,
  customerKeyMigration,
  logPlaceMigration,
  answerMarkMigration,
  pictureCheckMigration,
  lostSavesMigration,
  lostApartMigration,
  plainNamesMigration,
  oneTimeTicketMigration,
  numberMissMigration,
  commandShopsMigration,
];

/** Of this release, in their order. */
export const MIGRATIONS: readonly Migration[] = [
  ...OWN,
  ...slices.flatMap((slice) => slice.migrations ?? []),
  ...LAST,
  ...customMigrations,
];
/** Of this release, as the database remembers them. */
export const MIGRATION_IDS: readonly string[] = [WIRE_IDS, ...MIGRATIONS].map(({ id }) => id);

/**
 * Schema `master` as an archive had it, for its rows; what this release has more runs when the house starts.
 * @throws {JobFailed} where the archive comes from a release that knew more.
 */
export const prepareMasterAs = async (url: string, ids: readonly string[]): Promise<void> => {
  const unknown = ids.find((id) => !MIGRATION_IDS.includes(id));
  if (unknown !== undefined) throw new JobFailed(`备份来自更新的版本（${unknown}），请先升级`);
  await migrate(
    url,
    MIGRATIONS.filter(({ id }) => ids.includes(id)),
  );
};

export const prepareMaster = async (url: string, ownWrites: OwnWrites, teardown: Teardown): Promise<DatabasePool> => {
  await migrate(url, MIGRATIONS);
  const master = await openPool(url, { applicationName: 'master', size: 4, interceptors: [ownWrites.ofWrites] });
  teardown.add('master pool', () => master.end());
  return master;
};
