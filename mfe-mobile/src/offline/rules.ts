/** What the worker takes part in: pages of shoppers and their scripts, never a call (R161). */
export type Release = {
  readonly name: string;
  /** Scripts and sheets; their names change with their content. */
  readonly files: readonly string[];
  /** Addresses below /wx/ whose page is kept. */
  readonly pages: readonly string[];
};
const CACHE = 'wx-release-';
export const cacheOf = ({ name }: Release): string => `${CACHE}${name}`;
/** Caches of releases that are over; slips are nobody's release. */
export const isOver = (cache: string, release: Release): boolean =>
  cache.startsWith(CACHE) && cache !== cacheOf(release);

type WorkerRequest = { readonly method: string; readonly mode: string; readonly url: string };
/** The kept address that answers it, or null: the worker stays out. */
export const keptAddress = (
  { method, mode, url }: WorkerRequest,
  { files, pages }: Release,
  origin: string,
): { readonly kind: 'page' | 'file'; readonly address: string } | null => {
  const { origin: where, pathname } = new URL(url);
  if (method !== 'GET' || where !== origin) return null;
  const address = pathname.replace(/\/+$/, '');
  if (mode === 'navigate') return pages.includes(address) ? { kind: 'page', address } : null;
  return files.includes(pathname) ? { kind: 'file', address: pathname } : null;
};
/** The house is away, or nobody stands behind the proxy: the kept page is better. */
export const isAway = (status: number): boolean => status >= 502 && status <= 504;
