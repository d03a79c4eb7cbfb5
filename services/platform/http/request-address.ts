/** What of the house a request asks for, however its line names it. */
/** `POST http://anything/api/…` is a request to this house as well as `POST /api/…`, and from here on no other. */
const withoutOrigin = (url = '/'): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
/** A console asks for a list with a slash at the end; without the mending that would be a record without a number. */
const withoutSlash = (url: string): string => url.replace(/^(\/api\/v1\/[^?]*[^/?])\/(?=\?|$)/, '$1');
export const askedAddress = ({ url }: { readonly url?: string | undefined }): string =>
  withoutSlash(withoutOrigin(url));
