/** What keeps the house from starting and a person can mend: one sentence in Chinese, told without a stack. */
export class CannotStart extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'CannotStart';
  }
}
