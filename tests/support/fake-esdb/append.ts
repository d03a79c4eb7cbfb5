import status from '@eventstore/db-client/generated/status_pb.js';
import { status as grpcStatus } from '@grpc/grpc-js';
import type { handleBidiStreamingCall, handleClientStreamingCall, Metadata, ServiceError } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import type { Fly } from './flights.ts';
import type { Expected, Outcome, Proposed } from './log.ts';
import * as wire from './wire.ts';
import { deletedError, expectedOf, proposedOf, shared, streamNameOf, streams } from './wire.ts';

/** What the node says of a call instead of doing it. */
export type Refusal = (call: { readonly metadata: Metadata }) => Partial<ServiceError> | undefined;
type AppendReq = InstanceType<typeof streams.AppendReq>;
type AppendResp = InstanceType<typeof streams.AppendResp>;
type BatchReq = InstanceType<typeof streams.BatchAppendReq>;
type BatchResp = InstanceType<typeof streams.BatchAppendResp>;

/** One call per append: options first, then the events. */
export const plainAppend =
  (fly: Fly, refusal: Refusal): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, callback) => {
    let options: ReturnType<AppendReq['getOptions']>;
    const proposed: Proposed[] = [];
    call.on('data', (request: AppendReq) => {
      const message = request.getProposedMessage();
      if (request.hasOptions()) options = request.getOptions();
      else if (message !== undefined) proposed.push(proposedOf(message));
    });
    call.on('error', () => undefined);
    call.on('end', () => {
      if (options === undefined) return callback({ code: 3, details: 'no options' });
      if (wire.isTooLarge(proposed)) return callback(wire.tooLargeError());
      const stream = streamNameOf(options.getStreamIdentifier());
      const expected = expectedOf(options, () => options?.getRevision() ?? 0);
      fly(
        { stream, expected, proposed },
        {
          done: (outcome) =>
            outcome.kind === 'deleted'
              ? callback(deletedError(stream))
              : callback(null, plainAnswer(outcome, expected)),
          failed: callback,
          late: () => callback({ code: grpcStatus.ABORTED, details: 'Operation timed out: Prepare phase timeout.' }),
        },
        refusal(call),
      );
    });
  };

function plainAnswer(outcome: Exclude<Outcome, { kind: 'deleted' }>, expected: Expected): AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.kind === 'done') {
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setPosition(position);
    answer.setSuccess(success);
    return answer;
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (outcome.current >= 0) wrong.setCurrentRevision(String(outcome.current));
  else wrong.setCurrentNoStream(new shared.Empty());
  if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  answer.setWrongExpectedVersion(wrong);
  return answer;
}

type Options = NonNullable<ReturnType<BatchReq['getOptions']>>;

/** One long call for all appends, told apart by correlation id; an append may come in several messages. */
export const batchAppend =
  (fly: Fly, refusal: Refusal, now: () => number): handleBidiStreamingCall<BatchReq, BatchResp> =>
  (call) => {
    const open = new Map<string, { options: Options | undefined; proposed: Proposed[] }>();
    call.on('error', () => undefined);
    call.on('end', () => call.end());
    call.on('data', (request: BatchReq) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const batch = open.get(id) ?? { options: request.getOptions(), proposed: [] };
      open.set(id, batch);
      batch.proposed.push(...request.getProposedMessagesList().map(proposedOf));
      const { options, proposed } = batch;
      if (!request.getIsFinal() || options === undefined) return;
      open.delete(id);
      const expected = expectedOf(options, () => options.getStreamPosition());
      const send = (answer: BatchResp): void => {
        answer.setCorrelationId(request.getCorrelationId());
        answer.setStreamIdentifier(options.getStreamIdentifier());
        call.write(answer);
      };
      // The time by which the client would have it, by the client's clock.
      if ((options.getDeadline()?.toDate().getTime() ?? Infinity) <= now()) return send(timedOut());
      if (wire.isTooLarge(proposed)) return send(tooLarge());
      const stream = streamNameOf(options.getStreamIdentifier());
      fly(
        { stream, expected, proposed },
        {
          done: (outcome) => send(batchAnswer(outcome, expected, options)),
          // The call of all appends breaks with one that a follower refuses; while nobody leads each is answered for itself.
          failed: (error) => (error === wire.notReadyError ? send(notReady()) : void call.emit('error', error)),
          late: () => send(timedOut()),
        },
        refusal(call),
      );
    });
  };

function batchAnswer(outcome: Outcome, expected: Expected, options: Options): BatchResp {
  const answer = new streams.BatchAppendResp();
  if (outcome.kind === 'done') {
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setPosition(position);
    answer.setSuccess(success);
  } else if (outcome.kind === 'wrong') {
    answer.setError(statusOf('WrongExpectedVersion', wrongVersion(outcome.current, expected).serializeBinary()));
  } else {
    const deleted = new shared.StreamDeleted();
    deleted.setStreamIdentifier(options.getStreamIdentifier());
    answer.setError(statusOf('StreamDeleted', deleted.serializeBinary()));
  }
  return answer;
}

const failure = (error: ReturnType<typeof statusOf>): BatchResp => {
  const answer = new streams.BatchAppendResp();
  answer.setError(error);
  return answer;
};
const timedOut = (): BatchResp => failure(statusOf('Timeout', new shared.Timeout().serializeBinary()));
function tooLarge(): BatchResp {
  const exceeded = new shared.MaximumAppendSizeExceeded();
  exceeded.setMaxappendsize(wire.MAX_APPEND_SIZE);
  return failure(statusOf('MaximumAppendSizeExceeded', exceeded.serializeBinary()));
}
/** The server packs an empty message and says it in words alone. */
function notReady(): BatchResp {
  const details = new any.Any();
  details.pack(new Uint8Array(), 'google.protobuf.Empty');
  const error = new status.Status();
  error.setMessage(wire.notReadyError.details ?? '');
  error.setDetails(details);
  return failure(error);
}

function wrongVersion(current: number, expected: Expected): InstanceType<typeof shared.WrongExpectedVersion> {
  const wrong = new shared.WrongExpectedVersion();
  if (current >= 0) wrong.setCurrentStreamRevision(String(current));
  else wrong.setCurrentNoStream(new shared.Empty());
  if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  return wrong;
}

function statusOf(name: string, bytes: Uint8Array): InstanceType<typeof status.Status> {
  const details = new any.Any();
  details.pack(bytes, `event_store.client.${name}`);
  const error = new status.Status();
  error.setMessage(name);
  error.setDetails(details);
  return error;
}
