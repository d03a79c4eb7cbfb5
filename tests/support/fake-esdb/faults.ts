import type { ServiceError } from '@grpc/grpc-js';

/** 'after': the append happened, its answer is lost. */
export type Moment = 'before' | 'after';
export type Fault = {
  readonly method: 'append' | 'read';
  readonly moment?: Moment;
  readonly error: Partial<ServiceError>;
  readonly times?: number;
};
export type FaultOf = (method: Fault['method'], moment: Moment) => Partial<ServiceError> | undefined;

/** Faults to come, in the order they were ordered. */
export class Faults {
  #queue: { fault: Fault; left: number }[] = [];
  #late: number[] = [];

  order(fault: Fault): void {
    this.#queue.push({ fault, left: fault.times ?? 1 });
  }

  /** The next append happens at once and is answered so many milliseconds later. */
  orderLate(ms: number): void {
    this.#late.push(ms);
  }

  readonly lateness = (): number => this.#late.shift() ?? 0;

  readonly take: FaultOf = (method, moment) => {
    const due = this.#queue.find(({ fault }) => fault.method === method && (fault.moment ?? 'before') === moment);
    if (due === undefined) return undefined;
    due.left -= 1;
    this.#queue = this.#queue.filter(({ left }) => left > 0);
    return due.fault.error;
  };
}
