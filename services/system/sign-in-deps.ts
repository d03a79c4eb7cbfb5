/** What both steps of signing in use. */
import type { DatabasePool } from 'slonik';
import type { Captcha } from '../platform/auth/captcha.ts';
import type { LoginSms } from '../platform/auth/login-sms.ts';
import type { LoginCode } from '../platform/process/config.ts';
import type { Log } from '../platform/base/log.ts';
import type { evenly } from '../platform/sms/sms.ts';
import type { Devices } from '../platform/auth/devices.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import type { Throttle } from '../platform/auth/throttle.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Tickets } from './sign-in-tickets.ts';

export type SignInDeps = {
  readonly db: DatabasePool;
  readonly sessions: Sessions;
  readonly captcha: Captcha;
  readonly throttle: Throttle;
  readonly devices: Devices;
  readonly factor: SecondFactor;
  readonly tickets: Tickets;
  /** What is asked beside name and password. */
  readonly loginCode: LoginCode;
  readonly sms: LoginSms;
  readonly log: Pick<Log, 'warn'>;
  /** null: the code is in the answer (a demonstration without a provider). */
  readonly sendSms: ReturnType<typeof evenly> | null;
};
