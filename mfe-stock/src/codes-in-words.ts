/** Codes as the wire has them (`A,B,`) the way people write them; nothing where there is none. */
export const codesInWords = (codes: string): string =>
  codes
    .split(',')
    .filter((code) => code !== '')
    .join('、');
