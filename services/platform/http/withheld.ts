/** Not served for now, for a reason that everybody may read; it is a 503 with these words. */
export class Withheld extends Error {
  readonly statusCode = 503;
  constructor(reason: string) {
    super(reason);
    this.name = 'Withheld';
  }
}
