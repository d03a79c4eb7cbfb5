/** GET /sys-state: the checks, asked by the house about itself. */
import { route, type Route } from '../contracts/route.ts';
import { CHECKS } from './checks.ts';
import { lookAt, type CheckContext } from './check.ts';
import { STATE_KEY, STATE_PATH, SystemState } from './contract.ts';

/** `place` as it is when somebody looks. */
export const stateRoute = (place: CheckContext): Route =>
  route({
    method: 'GET',
    path: STATE_PATH,
    summary: '系统状态',
    allow: STATE_KEY,
    data: SystemState,
    handler: async () => ({ data: await lookAt(CHECKS, place) }),
  });
