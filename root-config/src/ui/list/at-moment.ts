/** A path as of a moment of the past: what a record's dialog loads. */
export const atMoment = (path: string, asOf: string | undefined): string =>
  asOf === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}asOf=${encodeURIComponent(asOf)}`;
