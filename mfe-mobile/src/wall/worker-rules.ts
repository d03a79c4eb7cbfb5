/** What the worker of the price on the wall takes part in: its page, its script and the pictures, never a call. Pure. */

export type WallRelease = { readonly name: string; readonly script: string };
type WorkerRequest = { readonly method: string; readonly mode: string; readonly url: string };
export const PAGE = '/report-price';
export const kindOf = (
  { method, mode, url }: WorkerRequest,
  { script }: WallRelease,
  origin: string,
): 'page' | 'script' | 'picture' | null => {
  const { origin: where, pathname } = new URL(url);
  if (method !== 'GET' || where !== origin) return null;
  if (mode === 'navigate') return pathname === PAGE || pathname === `${PAGE}/` ? 'page' : null;
  if (pathname === script) return 'script';
  return pathname.indexOf('/static/uploadfile/') === 0 ? 'picture' : null;
};
