/** The log of this process for whoever may read it: sockets at /ws/{id}/log, closed by /wslogout/{id}/log (R104, R123). */
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { refuse, STATUS_OF, type Refusal } from '../../contracts/refusal.ts';
import { route, type Route } from '../../contracts/route.ts';
import type { SessionUser } from '../../contracts/user.ts';
import { TEXTS, patternText } from '../../contracts/values.ts';
import { isRefusal } from '../../contracts/refusal.ts';
import { LogListener, type Pass, type Wish } from './listener.ts';
import { placeFor } from './listeners.ts';
import { hearsAll, isForeign, mayRead, READS_ALL, READS_JOBS, toldTo } from './reader.ts';
import { LEVELS, type Level, type LogTail } from './tail.ts';

/** Where a listener's session is looked at again: it hears nothing more within a second of its end. */
const LOOK_MS = 400;
const PING_EVERY = 75;
const SESSION_OVER = 4401;
const MAX_MESSAGE = 1024;

export type LiveLogDeps = {
  readonly tail: LogTail;
  /** The user of a session, known for at most so many milliseconds; null when it is over. */
  readonly authenticate: (pass: Pass, maxAgeMs: number) => Promise<SessionUser | null>;
  /** The session that a ticket was given to; null when it is none. */
  readonly sessionOf: (ticket: string) => Promise<Buffer | null>;
  /** Pages of other addresses that may follow. */
  readonly origins: readonly string[];
  readonly isUser: (id: number) => Promise<boolean>;
};

const NAME = new RegExp(`^[\\w-]{1,${TEXTS.code}}$`);
type LogAddress = { readonly id: string; readonly token: string; readonly ticket: string; readonly level: string };
/** null: it is no address of the log. */
const askedOf = ({ url = '', headers }: IncomingMessage): LogAddress | null => {
  const { pathname, searchParams } = new URL(url, 'http://house');
  const id = /^\/ws\/([^/]+)\/log$/.exec(pathname)?.[1];
  if (id === undefined) return null;
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const said = (name: string, otherwise: string): string => searchParams.get(name) ?? otherwise;
  const level = said('level', '').toLowerCase() || 'info';
  return { id, token: said('token', bearer), ticket: said('ticket', ''), level };
};
const isLevel = (level: string): level is Level => (LEVELS as readonly string[]).includes(level);

const NOWHERE = refuse('not-found', 'live_log.nowhere', '页面不存在');
const SIGNED_OUT = refuse('unauthenticated', 'auth.signed_out', '登录已过期，请重新登录');
const FORBIDDEN = refuse('forbidden', 'auth.no_permission', '你没有权限执行此操作');
const FOREIGN = refuse('forbidden', 'live_log.origin', '不接受其他网站的连接（WS_ORIGINS）');
const OTHERS = refuse('forbidden', 'live_log.others', '不能使用他人的日志连接');
const FULL = refuse('too-many', 'live_log.full', '日志连接过多，请先关闭其他日志页面');

const refuseUpgrade = (socket: Duplex, { kind, message, data = null }: Refusal): void => {
  const status = STATUS_OF[kind];
  const body = JSON.stringify({ code: status, msg: message, data });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

/** What he hears now is what he may hear still. */
const goesOn = (user: SessionUser, { jobsOnly }: LogListener): boolean => mayRead(user) && (jobsOnly || hearsAll(user));

export class LiveLog {
  readonly #deps: LiveLogDeps;
  readonly #listeners = new Set<LogListener>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE,
  });
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;

  constructor(deps: LiveLogDeps) {
    this.#deps = deps;
  }

  attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy());
      void this.#upgrade(request, socket, head).catch(() => socket.destroy());
    });
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  /** Ends the listener of that name, if it is this user's. */
  leave(id: string, user: SessionUser): Refusal | null {
    const listener = [...this.#listeners].find((each) => each.id === id);
    if (listener === undefined) return null;
    if (listener.userId !== user.id) return OTHERS;
    listener.close('已断开');
    return null;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const listener of this.#listeners) listener.end();
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const wish = await this.#wishOf(request);
    if (isRefusal(wish)) return refuseUpgrade(socket, wish);
    const place = placeFor([...this.#listeners], wish);
    if (typeof place === 'string') return refuseUpgrade(socket, place === 'full' ? FULL : OTHERS);
    place.replaced?.close('已在别处打开');
    if (place.replaced !== undefined) this.#listeners.delete(place.replaced);
    this.#sockets.handleUpgrade(request, socket, head, (open) => {
      const listener = new LogListener(open, wish, this.#deps.tail);
      this.#listeners.add(listener);
      open.on('error', () => listener.end());
      open.on('close', () => {
        listener.end();
        this.#listeners.delete(listener);
      });
    });
  }

  async #wishOf(request: IncomingMessage): Promise<Wish | Refusal> {
    const asked = askedOf(request);
    if (asked === null) return NOWHERE;
    if (this.#isForeign(request)) return FOREIGN;
    const { id, level } = asked;
    const pass = await this.#passOf(asked);
    const user = pass === null ? null : await this.#deps.authenticate(pass, LOOK_MS);
    if (pass === null || user === null) return SIGNED_OUT;
    if (!mayRead(user)) return FORBIDDEN;
    if (!NAME.test(id)) return refuse('invalid', 'live_log.id', '连接编号不正确');
    if (!isLevel(level)) return refuse('invalid', 'live_log.level', '日志级别应为 info、warn 或 error');
    if (await this.#isOthers(id, user)) return OTHERS;
    return { id, pass, userId: user.id, level, jobsOnly: !hearsAll(user), told: toldTo(user) };
  }

  #isForeign({ headers: { origin, host } }: IncomingMessage): boolean {
    return isForeign({ origin, host, known: this.#deps.origins });
  }

  /** A console makes up its own name; a number that is somebody else's is not one. */
  async #isOthers(id: string, user: SessionUser): Promise<boolean> {
    return /^\d{1,15}$/.test(id) && Number(id) !== user.id && (await this.#deps.isUser(Number(id)));
  }

  async #passOf({ token, ticket }: LogAddress): Promise<Pass | null> {
    if (ticket === '') return token === '' ? null : { token };
    const session = await this.#deps.sessionOf(ticket);
    return session === null ? null : { session };
  }

  /** Whose session or right has ended hears nothing more. */
  async #look(): Promise<void> {
    this.#looks += 1;
    const isTimeToPing = this.#looks % PING_EVERY === 0;
    await Promise.all(
      [...this.#listeners].map(async (listener) => {
        const user = await this.#deps.authenticate(listener.pass, LOOK_MS).catch(() => undefined);
        // A database that is away ends no session.
        if (user === null || (user !== undefined && !goesOn(user, listener)))
          return listener.close('登录已过期', SESSION_OVER);
        if (user !== undefined) listener.hears(toldTo(user));
        listener.tellMissed();
        if (isTimeToPing) listener.ping();
      }),
    );
  }
}

const Name = z.object({ id: patternText(NAME, '连接编号不正确') });
export const liveLogRoutes = (live: Pick<LiveLog, 'leave'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/wslogout/:id/log',
    absolute: true,
    summary: '断开实时日志',
    allow: [READS_ALL, READS_JOBS],
    params: Name,
    data: z.null(),
    handler: async ({ params, user }) => live.leave(params.id, user) ?? { data: null, msg: '已断开' },
  }),
];
