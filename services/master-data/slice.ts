/** Master data joined: tables, writes, seeds and the look-up that other slices use. */
import type { DatabasePool } from 'slonik';
import type { Migration } from '../platform/base/migrate.ts';
import type { Route } from '../contracts/route.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { departmentRoutes } from './departments/routes.ts';
import { postRoutes } from './posts/routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { tillRoutes } from './tills/routes.ts';
import { TILLS_SQL } from './tills/tables.ts';
import { markNewHouse, registerUsedTills } from './tills/used-names.ts';
import { eraseRoute } from './customers/erase.ts';
import { customerRoutes } from './customers/routes.ts';
import { ownWithdrawalRoute } from './consents/shopper-withdrawal.ts';
import { consentRoutes } from './consents/routes.ts';
import { CONSENTS_SQL } from './consents/tables.ts';
import {
  BIRTHDAYS_SQL,
  GIVEAWAYS_SQL,
  SHOPPER_CLAIMS_SQL,
  WRITE_OFF_NAMES_SQL,
  WRITE_OFF_PROOF_SQL,
} from './giveaways/tables.ts';
import { giveawayRoutes } from './giveaways/routes.ts';
import { shopperGiftRoutes } from './giveaways/shopper-routes.ts';
import { writeOffRoutes } from './write-offs/routes.ts';
import { PLANT_PAGE_SQL, findMigrations, findResources, plantPages } from './custom-resources.ts';
import { FINENESSES_SQL } from './dictionaries/fineness-data.ts';
import { dictionaryRoutes } from './dictionaries/routes.ts';
import { createLookup } from './lookup-cache.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { ResourceDeps } from './resource.ts';
import { seedMasterData } from './seed.ts';
import { pointsRuleRoutes } from './points-rules/routes.ts';
import { sealStoredSecret, settingRoutes } from './settings/routes.ts';
import { shopRoutes } from './shops/routes.ts';
import { supplierRoutes } from './suppliers/routes.ts';
import {
  COUNTED_BY_TWO_SQL,
  CUSTOMERS_SQL,
  DICTIONARIES_SQL,
  MERGED_SQL,
  NUMBERS_SQL,
  NET_WORDS_SQL,
  OWED_WORDS_SQL,
  PARTNERS_SQL,
  POINTS_RULES_SQL,
  SEARCH_SQL,
  SETTINGS_SQL,
  STORED_NUMBERS_SQL,
  TEMPLATES_SQL,
  TEMPLATE_DEFAULT_SQL,
} from './tables.ts';
import { templateRoutes } from './templates/routes.ts';
import { outbound } from '../platform/outbound/outbound.ts';
import type { UsageQuestion } from './contract.ts';
import { PLAIN_PHONES_SQL } from './plain-phones.ts';
import { Tombstones, TOMBSTONES_SQL } from './tombstones.ts';
import { firstReason, usageChecks } from './usage.ts';

const custom = await findResources();
/** Of an installation's own tables; they come last, for they name what all others made. */
export const customMigrations: readonly Migration[] = [
  ...custom.flatMap((resource) => resource.migrations),
  ...(await findMigrations()),
];
const migrations: readonly Migration[] = [
  { id: 'master-data-001-partners', sql: PARTNERS_SQL },
  { id: 'master-data-002-dictionaries', sql: DICTIONARIES_SQL },
  { id: 'master-data-003-templates', sql: TEMPLATES_SQL },
  { id: 'master-data-004-settings', sql: SETTINGS_SQL },
  { id: 'master-data-005-template-default', sql: TEMPLATE_DEFAULT_SQL },
  { id: 'master-data-006-search', sql: SEARCH_SQL },
  { id: 'master-data-007-numbers', sql: NUMBERS_SQL },
  { id: 'master-data-008-stored-numbers', sql: STORED_NUMBERS_SQL },
  { id: 'master-data-009-tombstones', sql: TOMBSTONES_SQL },
  { id: 'master-data-010-points-rules', sql: POINTS_RULES_SQL },
  { id: 'master-data-011-customers', sql: CUSTOMERS_SQL },
  { id: 'master-data-012-merged', sql: MERGED_SQL },
  { id: 'master-data-013-giveaways', sql: GIVEAWAYS_SQL },
  { id: 'master-data-014-birthdays', sql: BIRTHDAYS_SQL },
  { id: 'master-data-016-plant-page', sql: PLANT_PAGE_SQL },
  { id: 'master-data-017-consents', sql: CONSENTS_SQL },
  { id: 'master-data-018-plain-phones', sql: PLAIN_PHONES_SQL },
  { id: 'master-data-019-finenesses', sql: FINENESSES_SQL },
  { id: 'master-data-020-write-off-proof', sql: WRITE_OFF_PROOF_SQL },
  { id: 'master-data-021-owed-words', sql: OWED_WORDS_SQL },
  { id: 'master-data-022-tills', sql: TILLS_SQL },
  { id: 'master-data-023-write-off-names', sql: WRITE_OFF_NAMES_SQL },
  { id: 'master-data-024-counted-by-two', sql: COUNTED_BY_TWO_SQL },
  { id: 'master-data-025-net-words', sql: NET_WORDS_SQL },
  { id: 'master-data-026-shopper-claims', sql: SHOPPER_CLAIMS_SQL },
];

const lookups = new WeakMap<DatabasePool, MasterLookup>();
/** The one look-up of a pool: the slice that writes and those that ask share its memory. */
export const masterLookup = (pool: DatabasePool): MasterLookup => {
  const known = lookups.get(pool) ?? createLookup(pool);
  lookups.set(pool, known);
  return known;
};

const settingDeps = ({ secrets, storage, exceptions, config: { outboundHosts: hosts } }: SliceDeps) => ({
  secrets,
  storage,
  exceptions,
  hosts,
  call: outbound(hosts),
});
const routesOf = (deps: ResourceDeps & Pick<SliceDeps, 'lookup'>, given: SliceDeps): Route[] => [
  ...shopRoutes(deps),
  ...supplierRoutes(deps),
  ...customerRoutes({ ...given, ...deps }),
  eraseRoute({ ...deps, dataDir: given.dataDir }),
  ...consentRoutes(deps),
  ownWithdrawalRoute({ pool: deps.pool, desk: given.shoppers, shopperLog: given.shopperLog }),
  ...pointsRuleRoutes(deps),
  ...giveawayRoutes(deps),
  ...shopperGiftRoutes({ pool: deps.pool, desk: given.shoppers, shopperLog: given.shopperLog }),
  ...writeOffRoutes({ ...deps, exceptions: given.exceptions }),
  ...dictionaryRoutes({ ...deps, exceptions: given.exceptions }),
  ...templateRoutes({ ...deps, exceptions: given.exceptions }),
  ...settingRoutes({ ...deps, ...settingDeps(given) }),
  ...departmentRoutes(deps),
  ...postRoutes(deps),
  ...tenantRoutes(deps),
  ...tillRoutes(deps),
  ...custom.flatMap(({ routes }) => routes(deps)),
];

export const masterDataSlice: SliceModule = {
  migrations,
  create: (given) => {
    const { master: pool, bindings: quick, store, clock, log, secrets } = given;
    const lookup = masterLookup(pool);
    const own = usageChecks(pool);
    const shared = {
      pool,
      reasonToKeep: (question: UsageQuestion) => firstReason(own, question),
      changed: () => lookup.forget(),
    };
    const tombstones = new Tombstones({ ...shared, log });
    const deps: ResourceDeps = { ...shared, tombstones };
    return {
      name: 'master-data',
      routes: routesOf({ ...deps, lookup }, given),
      seed: async () => {
        await seedMasterData(pool);
        await markNewHouse(pool, store);
        await sealStoredSecret(pool, secrets);
        await plantPages(pool, custom);
      },
      start: async (signal) => {
        await Promise.all([
          tombstones.watch(signal),
          registerUsedTills({ quick, clock, log, changed: shared.changed }, signal),
        ]);
      },
    };
  },
};
