/** POST /ws-ticket: the house's own page follows the live log without its token in an address (R147). */
import { z } from 'zod';
import type { DatabasePool } from 'slonik';
import { route, type Route } from '../../contracts/route.ts';
import { giveTicket, takeTicket } from '../auth/one-time-tickets.ts';
import type { Sessions } from '../auth/sessions.ts';
import { READS_ALL, READS_JOBS } from './reader.ts';

/** How long one may wait for its socket. */
const SECONDS = 30;
export const WS_TICKET_PATH = '/ws-ticket';
export const WsTicket = z.object({ ticket: z.string(), seconds: z.int() });

export const wsTicketRoute = (db: DatabasePool, sessions: Pick<Sessions, 'hashOf'>): Route =>
  route({
    method: 'POST',
    path: WS_TICKET_PATH,
    summary: '实时日志连接凭证',
    allow: [READS_ALL, READS_JOBS],
    data: WsTicket,
    // Each is another one: nothing is repeated, and no log keeps what opens a socket.
    keepsAnswer: false,
    logged: false,
    handler: async ({ user, now }) => {
      const subject = sessions.hashOf(user).toString('hex');
      const ticket = await giveTicket(db, { purpose: 'live-log', userId: user.id, subject, seconds: SECONDS }, now);
      return { data: { ticket, seconds: SECONDS } };
    },
  });
/** The session that it was given to; null when it is none. */
export const sessionOfTicket = async (db: DatabasePool, ticket: string, now: Date): Promise<Buffer | null> => {
  const taken = await takeTicket(db, ticket, 'live-log', now);
  return taken === null ? null : Buffer.from(taken.subject, 'hex');
};
