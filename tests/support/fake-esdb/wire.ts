/** The client package's generated messages, and the few that both directions share. */
import { randomUUID } from 'node:crypto';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import type { Expected, Proposed, Stored } from './log.ts';

export { shared, streams };
const { ReadResp } = streams;

export function streamIdentifier(name: string): InstanceType<typeof shared.StreamIdentifier> {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name, 'utf8').toString('base64'));
  return identifier;
}

type HasStreamName = { getStreamName_asU8(): Uint8Array };
export const streamNameOf = (identifier: HasStreamName | undefined): string =>
  identifier === undefined ? '' : Buffer.from(identifier.getStreamName_asU8()).toString('utf8');

type Message = {
  getId(): { getString(): string } | undefined;
  getMetadataMap(): { getEntryList(): [string, string][] };
  getCustomMetadata_asB64(): string;
  getData_asB64(): string;
};
export const proposedOf = (message: Message): Proposed => ({
  id: message.getId()?.getString() ?? '',
  meta: Object.fromEntries(message.getMetadataMap().getEntryList()),
  custom: message.getCustomMetadata_asB64(),
  data: message.getData_asB64(),
});

type HasExpectation = { hasAny(): boolean; hasNoStream(): boolean; hasStreamExists(): boolean };
export function expectedOf(options: HasExpectation, revision: () => string | number): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : BigInt(revision());
}

export function deletedError(stream: string): Partial<grpc.ServiceError> {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'stream-deleted');
  metadata.set('stream-name', stream);
  return { code: grpc.status.FAILED_PRECONDITION, details: `Event stream '${stream}' is deleted.`, metadata };
}

/** A follower writes nothing and says who does. */
export function notLeaderError(port: number): Partial<grpc.ServiceError> {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', '127.0.0.1');
  metadata.set('leader-endpoint-port', String(port));
  return { code: grpc.status.NOT_FOUND, details: 'Leader info available', metadata };
}

/** While nobody leads, nothing is read or written. */
export const notReadyError: Partial<grpc.ServiceError> = {
  code: grpc.status.UNAVAILABLE,
  details: 'Server Is Not Ready',
};
/** A live subscriber for whom more waits than a server keeps. */
export const tooSlowError: Partial<grpc.ServiceError> = {
  code: grpc.status.ABORTED,
  details: 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
};
/** Where no record begins. */
export const noRecordError: Partial<grpc.ServiceError> = {
  code: grpc.status.UNKNOWN,
  details: 'Unexpected ReadAllResult: Error',
};
export function tooLargeError(): Partial<grpc.ServiceError> {
  const metadata = new grpc.Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_SIZE));
  return {
    code: grpc.status.INVALID_ARGUMENT,
    details: `Maximum Append Size of ${MAX_APPEND_SIZE} Exceeded.`,
    metadata,
  };
}
/** Of one append: data and metadata in bytes, types in UTF-16. */
export const MAX_APPEND_SIZE = 1024 * 1024;
export const isTooLarge = (proposed: readonly Proposed[]): boolean =>
  proposed.reduce(
    (sum, { meta, custom, data }) =>
      sum + 2 * (meta['type'] ?? '').length + Buffer.byteLength(custom, 'base64') + Buffer.byteLength(data, 'base64'),
    0,
  ) > MAX_APPEND_SIZE;

export const requiresLeader = ({ metadata }: { readonly metadata: grpc.Metadata }): boolean =>
  metadata.get('requires-leader')[0] === 'true';

export function eventAnswer(stored: Stored): InstanceType<typeof ReadResp> {
  const recorded = new ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(stored.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(streamIdentifier(stored.stream));
  recorded.setStreamRevision(String(stored.revision));
  recorded.setPreparePosition(String(stored.position));
  recorded.setCommitPosition(String(stored.position));
  const metadata = recorded.getMetadataMap();
  for (const [key, value] of Object.entries(stored.meta)) metadata.set(key, value);
  metadata.set('created', String(BigInt(stored.created) * 10_000n));
  recorded.setCustomMetadata(stored.custom);
  recorded.setData(stored.data);
  const event = new ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(stored.position));
  const answer = new ReadResp();
  answer.setEvent(event);
  return answer;
}

export function confirmationAnswer(): InstanceType<typeof ReadResp> {
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(randomUUID());
  const answer = new ReadResp();
  answer.setConfirmation(confirmation);
  return answer;
}

export function checkpointAnswer(position: number): InstanceType<typeof ReadResp> {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const answer = new ReadResp();
  answer.setCheckpoint(checkpoint);
  return answer;
}

export function caughtUpAnswer(): InstanceType<typeof ReadResp> {
  const answer = new ReadResp();
  answer.setCaughtUp(new ReadResp.CaughtUp());
  return answer;
}

export function notFoundAnswer(stream: string): InstanceType<typeof ReadResp> {
  const notFound = new ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(streamIdentifier(stream));
  const answer = new ReadResp();
  answer.setStreamNotFound(notFound);
  return answer;
}
