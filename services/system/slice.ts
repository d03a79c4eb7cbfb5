/** Users, roles, menus, sign-in and logs: rows with a change log. */
import { createCaptcha } from '../platform/auth/captcha.ts';
import { createDevices } from '../platform/auth/devices.ts';
import { createThrottle } from '../platform/auth/throttle.ts';
import type { SliceModule } from '../platform/slice.ts';
import { logRoutes } from './logs.ts';
import { ownAccountRoutes } from './own-account.ts';
import { ownSecondFactorRoutes } from './own-second-factor.ts';
import { createSecondFactor } from './second-factor.ts';
import { createTickets } from './sign-in-tickets.ts';
import { seedSystem } from './seeds/seed.ts';
import { signInRoutes } from './sign-in.ts';
import { systemMigrations } from './tables.ts';
import { roleRoutes } from './roles/routes.ts';
import { userAdminRoutes } from './user-admin.ts';
import { userSafetyRoutes } from './user-safety.ts';
import { userRoutes } from './users.ts';

export const systemSlice: SliceModule = {
  migrations: systemMigrations,
  create: ({ master: db, sessions, config, dataDir, lookup, secrets }) => {
    const throttle = createThrottle(db);
    const captcha = createCaptcha(db);
    const devices = createDevices(db, config.behindTls);
    const factor = createSecondFactor(db, secrets);
    const tickets = createTickets(db, secrets);
    return {
      name: 'system',
      routes: [
        ...signInRoutes({ db, sessions, captcha, throttle, devices, factor, tickets, withCaptcha: config.captcha }),
        ...ownAccountRoutes({ db, sessions, throttle, printServicePort: config.printServicePort }),
        ...ownSecondFactorRoutes({ db, sessions, throttle, factor }),
        ...logRoutes(db),
        ...userRoutes(db),
        ...userAdminRoutes({ db, sessions, lookup }),
        ...userSafetyRoutes(db),
        ...roleRoutes({ db, sessions, forget: () => lookup.forget() }),
      ],
      seed: () => seedSystem(db, { dataDir, config }),
    };
  },
};
