/** The command of this release may be asked before its first start brought the tables up to date. */
import { sql } from 'slonik';
import { expect, test } from 'vitest';
import { testDatabase } from '../../tests/support/database.ts';
import { openPool } from '../platform/base/database.ts';
import { migrate } from '../platform/base/migrate.ts';
import { sealEvidence } from './seals.ts';
import { newestSealMigration, sealMigration } from './tables.ts';

test('the number of the newest seal is none where a release of before kept the seals', async () => {
  const database = await testDatabase();
  await migrate(database.url, [sealMigration]);
  const db = await openPool(database.url, { applicationName: 'seals', size: 1 });
  await db.query(sql.unsafe`INSERT INTO master.log_seal_key (public_key, sealed_key) VALUES ('public', 'sealed')`);
  expect(await sealEvidence(db)).toEqual({ publicKey: 'public', newest: 0, seals: [] });
  await migrate(database.url, [sealMigration, newestSealMigration]);
  await db.query(sql.unsafe`UPDATE master.log_seal_key SET newest = 7`);
  expect(await sealEvidence(db)).toMatchObject({ newest: 7 });
  await db.end();
  await database.drop();
});
