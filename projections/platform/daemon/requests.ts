import { messageOf } from '../projection/failures.ts';

/** Those who asked for something, until it was done. */
export class Requests<Result> {
  #waiting: PromiseWithResolvers<Result>[] = [];

  ask(): Promise<Result> {
    const request = Promise.withResolvers<Result>();
    this.#waiting.push(request);
    return request.promise;
  }

  get isOpen(): boolean {
    return this.#waiting.length > 0;
  }

  answer(result: Result): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(result);
  }

  refuse(why: unknown): void {
    for (const { reject } of this.#waiting.splice(0)) reject(why instanceof Error ? why : new Error(messageOf(why)));
  }
}
