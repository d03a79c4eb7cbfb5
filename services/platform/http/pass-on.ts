/**
 * A process that does not write passes what may write on to the one that does, as it came, and answers what that one answered (R66, ADR
 * 0065). Once: what was passed on is answered where it arrives.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, isWrite, type Route } from '../../contracts/route.ts';
import { NotTheWriter, type WriterPlace, type Writership } from '../event-store/port.ts';
import { forward } from './forward.ts';
import { hopHeader, hopOf, type HopOrigin } from './pass-mark.ts';
import { notedOf } from './request-notes.ts';

/** A takeover takes less; after it nobody waits for the next one. */
const TAKEOVER_MS = 1_000;
const LOOK_MS = 50;
type OtherWriter = Extract<WriterPlace, { readonly kind: 'elsewhere' }>;

/** Aborted as soon as another process writes than that one; one that is gone is told by its own connection. */
const deposedOf = (writership: Writership, { epoch }: OtherWriter): { signal: AbortSignal; forget: () => void } => {
  const deposed = new AbortController();
  const forget = writership.onChange(() => {
    const place = writership.place();
    if ('epoch' in place && place.epoch !== epoch) deposed.abort();
  });
  return { signal: deposed.signal, forget };
};

const passOnce = async (
  { request, reply, writership, isClosing }: PassedRequest,
  place: OtherWriter & { readonly address: string },
): Promise<boolean> => {
  const { signal, forget } = deposedOf(writership, place);
  const url = request.raw.url ?? '/';
  const from: HopOrigin = { ip: request.ip, origin: notedOf(request).origin };
  const mark = hopHeader(writership.key, { method: request.method, url, headers: request.headers }, from);
  try {
    return await forward({ request, reply, address: place.address, mark, deposed: signal, isClosing });
  } finally {
    forget();
  }
};

/** Until it is somebody else, or for a moment. */
const changed = (writership: Writership): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      forget();
      resolve();
    };
    const timer = setTimeout(done, LOOK_MS);
    const forget = writership.onChange(done);
  });

type PassedRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly route: Route;
  readonly writership: Writership;
  readonly isClosing: () => boolean;
};
const addressIn = (place: WriterPlace): string | null => (place.kind === 'elsewhere' ? place.address : null);
/** Neither here nor there; what writes rows alone needs no log. */
const refused = ({ route }: PassedRequest, place: WriterPlace): 'here' => {
  if (route.writes === 'rows') return 'here';
  throw new NotTheWriter(addressIn(place));
};
/** Of a database that does not answer the append knows best how long to wait. */
const goesOnHere = ({ kind }: WriterPlace): boolean => kind === 'here' || kind === 'unknown';
const isPassedBy = async (asked: PassedRequest, place: WriterPlace): Promise<boolean> => {
  const address = addressIn(place);
  return place.kind === 'elsewhere' && address !== null && passOnce(asked, { ...place, address });
};
/**
 * 'here': it goes on in this process. 'answered': by the one that writes.
 * @throws {NotTheWriter} when neither can be.
 */
const settled = async (asked: PassedRequest): Promise<'here' | 'answered'> => {
  const { request, writership } = asked;
  const isMarked = hopOfRequest(request, writership) !== null;
  const giveUpAt = performance.now() + TAKEOVER_MS;
  for (;;) {
    const place = writership.place();
    if (goesOnHere(place)) return 'here';
    if (isMarked && place.kind === 'elsewhere') throw new NotTheWriter(addressIn(place));
    if (await isPassedBy(asked, place)) return 'answered';
    const nameless = place.kind === 'elsewhere' && place.address === null;
    if (nameless || performance.now() > giveUpAt) return refused(asked, place);
    await changed(writership);
  }
};

/** The mark of a request that another process of the house passed on; null for all others. */
export const hopOfRequest = (request: FastifyRequest, writership: Writership | undefined): HopOrigin | null =>
  writership === undefined
    ? null
    : hopOf(writership.key, { method: request.method, url: request.raw.url ?? '/', headers: request.headers });

/** Signing in writes sessions and its own log, and no event: it goes on where it is asked for. */
const mayNeedLog = (route: Route): boolean =>
  isWrite(route) &&
  !(typeof route.allow === 'object' && 'everyone' in route.allow && route.allow.everyone === 'public');

/** Too large: it is refused here, in the same words, before it is sent. */
const isTooLarge = ({ headers, routeOptions }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? 0) > (routeOptions.bodyLimit ?? Infinity);

/** Before the body is read. */
export const passOn = (app: FastifyInstance, routes: readonly Route[], writership: Writership | undefined): void => {
  if (writership === undefined) return;
  const passed: ReadonlyMap<string, Route> = new Map(
    routes.filter(mayNeedLog).map((route) => [`${route.method} ${addressOf(route)}`, route]),
  );
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  const isClosing = (): boolean => closing;
  app.addHook('onRequest', async (request, reply) => {
    const route = passed.get(`${request.method} ${request.routeOptions.url}`);
    if (route === undefined || isTooLarge(request)) return undefined;
    return (await settled({ request, reply, route, writership, isClosing })) === 'answered' ? reply : undefined;
  });
};
