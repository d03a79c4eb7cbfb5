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

/** True when the client never reached a server: it remembers that failure for good and has to be replaced. */
export const neverConnected = (error: unknown): boolean =>
  error instanceof Error && !isCommandError(error) && !('code' in error);
