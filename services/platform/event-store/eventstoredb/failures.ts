import { ErrorType, WrongExpectedVersionError, isCommandError } from '@eventstore/db-client';
import {
  AppendTooLarge,
  MAX_APPEND_BYTES,
  StoreUnavailable,
  WrongExpectedRevision,
  type ExpectedRevision,
} from '../port.ts';

/** Faults of ours or of the installation: asking again would not help. */
const FINAL: readonly string[] = [
  ErrorType.ACCESS_DENIED,
  ErrorType.INVALID_ARGUMENT,
  ErrorType.STREAM_DELETED,
  ErrorType.MISSING_REQUIRED_METADATA_PROPERTY,
  ErrorType.UNSUPPORTED,
];

/**
 * The port's error for one of the client's. A lost connection shows in several ways: typed unavailable or cancelled,
 * a plain error with code 14, a failed discovery without any code. All mean that the outcome is unknown.
 */
export function failureOf(error: unknown, during: string): Error {
  if (error instanceof Error && isCommandError(error) && FINAL.includes(error.type)) return error;
  if (error instanceof TypeError || error instanceof RangeError) return error;
  return new StoreUnavailable(during, { cause: error });
}

export function appendFailureOf(error: unknown, stream: string, expected: ExpectedRevision): Error {
  if (error instanceof WrongExpectedVersionError) {
    const actual = error.actualVersion === 'no_stream' ? -1 : Number(error.actualVersion);
    return new WrongExpectedRevision(stream, expected, actual);
  }
  if (error instanceof Error && isCommandError(error) && error.type === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED) {
    return new AppendTooLarge(stream, MAX_APPEND_BYTES);
  }
  return failureOf(error, 'append');
}

/** The cause of a failure of the port is the server's word that it keeps no more for a live subscriber. */
export const isTooSlow = (failure: unknown): boolean =>
  failure instanceof StoreUnavailable &&
  failure.cause instanceof Error &&
  isCommandError(failure.cause) &&
  failure.cause.type === ErrorType.TIMEOUT;

/** Where a position lies within a record, as one of another log does, the server fails to read and says no more than that. */
export const isNoRecord = (failure: unknown): boolean =>
  failure instanceof StoreUnavailable &&
  failure.cause instanceof Error &&
  /ReadAllResult: \w*(Error|InvalidPosition)|invalid position/i.test(failure.cause.message);

/** True when the client never reached a server: it remembers that failure for good and has to be replaced. */
export const neverConnected = (error: unknown): boolean =>
  error instanceof Error && !isCommandError(error) && !('code' in error);
