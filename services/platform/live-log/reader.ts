/** Who follows the log, from which pages, and what of it he is told (R123, R145, R147). */
import { withoutCostText } from '../../contracts/cost.ts';
import { can, isOfChain, seesCost, type SessionUser } from '../../contracts/user.ts';

export const READS_ALL = 'admin:sysOperLog:query';
export const READS_JOBS = 'job:sysJob:log';

/** What the log says is of every shop and of everybody: others hear the runs of jobs at most. */
export const hearsAll = (user: SessionUser): boolean => can(user, READS_ALL) && isOfChain(user) && user.rows === 'all';
export const mayRead = (user: SessionUser): boolean =>
  !user.mustChangePassword && (hearsAll(user) || can(user, READS_JOBS));
/** A line as he may read it. */
export const toldTo = (user: SessionUser): ((text: string) => string) =>
  seesCost(user) ? (text) => text : withoutCostText;

const originOf = (text: string): string | null => URL.parse(text)?.origin ?? null;
export type Origins = {
  /** As the browser says it; absent: no browser. */
  readonly origin: string | undefined;
  /** Where the house was called. */
  readonly host: string | undefined;
  /** Besides its own: WS_ORIGINS and PUBLIC_URL. */
  readonly known: readonly string[];
};
/** A page of another site would follow with what a browser brings along by itself. */
export const isForeign = ({ origin, host, known }: Origins): boolean => {
  if (origin === undefined) return false;
  const page = URL.parse(origin);
  if (page === null) return true;
  return page.host !== host?.toLowerCase() && !known.some((one) => originOf(one) === page.origin);
};
