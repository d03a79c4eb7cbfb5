/** Users, roles, menus, sign-in and logs: rows with a change log. */
import path from 'node:path';
import { createCaptcha } from '../platform/auth/captcha.ts';
import { createLoginSms } from '../platform/auth/login-sms.ts';
import { createDevices } from '../platform/auth/devices.ts';
import { createThrottle } from '../platform/auth/throttle.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { evenly, smsSender } from '../platform/sms/sms.ts';
import { TableFiles } from '../platform/table-files/table-files.ts';
import { logRoutes } from './logs.ts';
import { lostSaveRoutes } from './lost-saves.ts';
import { apiAdminRoutes } from './api-admin.ts';
import { mailTestRoute } from './mail-test.ts';
import { menuAdminRoutes } from './menu-admin.ts';
import { menuRoutes } from './menus.ts';
import { ownAccountRoutes } from './own-account.ts';
import { ownProfileRoutes } from './own-profile.ts';
import { ownSecondFactorRoutes } from './own-second-factor.ts';
import { createSecondFactor } from './second-factor.ts';
import { createTickets } from './sign-in-tickets.ts';
import { rightsSnapshotRoutes } from './rights-snapshot.ts';
import { roleAdminRoutes } from './role-admin.ts';
import { roleRoutes } from './roles.ts';
import { sessionRoutes } from './session-admin.ts';
import { seedSystem } from './seeds/seed.ts';
import { shopSetupRoutes } from './shop-setup/routes.ts';
import { signInRoutes } from './sign-in.ts';
import { systemMigrations } from './tables.ts';
import { userAdminRoutes } from './user-admin.ts';
import { userPasswordRoutes } from './user-passwords.ts';
import { userSafetyRoutes } from './user-safety.ts';
import { userImportRoutes } from './user-import/routes.ts';

const codesOf = ({ master: db, config: { loginCode, sms }, log }: SliceDeps) => ({
  log,
  loginCode,
  captcha: createCaptcha(db),
  sms: createLoginSms(db),
  sendSms: sms === null ? null : evenly(smsSender(sms)),
});

export const systemSlice: SliceModule = {
  migrations: systemMigrations,
  create: (deps) => {
    const { master: db, sessions, config, dataDir, lookup, secrets, files, ids, log, words, exceptions } = deps;
    const tables = new TableFiles(
      path.join(dataDir, 'user-imports'),
      new URL('./user-import/vocabulary.ts', import.meta.url),
    );
    const throttle = createThrottle(db);
    const devices = createDevices(db, config.behindTls);
    const factor = createSecondFactor(db, secrets);
    const tickets = createTickets(db, secrets);
    const users = { db, sessions, throttle, lookup, exceptions };
    return {
      name: 'system',
      routes: [
        ...signInRoutes({ db, sessions, throttle, devices, factor, tickets, ...codesOf(deps) }),
        ...ownAccountRoutes({ db, sessions, throttle, words, printServicePort: config.printServicePort }),
        ...ownSecondFactorRoutes({ db, sessions, throttle, factor }),
        ...logRoutes(db),
        ...lostSaveRoutes(db),
        mailTestRoute(config),
        ...ownProfileRoutes({ db, sessions, files }),
        ...sessionRoutes({ db, sessions }),
        ...userAdminRoutes(users),
        ...userPasswordRoutes(users),
        ...userImportRoutes({ db, sessions, lookup, files: tables, ids, exceptions }),
        ...userSafetyRoutes(db),
        ...menuRoutes(db),
        ...menuAdminRoutes({ db, sessions }),
        ...apiAdminRoutes({ db, sessions }),
        ...roleRoutes(db),
        ...roleAdminRoutes({ db, sessions, exceptions }),
        ...rightsSnapshotRoutes(db),
        ...shopSetupRoutes({ db, identity: deps.identity }),
      ],
      seed: () => seedSystem(db, { dataDir, config }),
      // A crash in the middle of an import leaves its file.
      start: (signal) => tables.watch(signal, log),
    };
  },
};
