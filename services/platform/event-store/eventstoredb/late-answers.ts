/**
 * The client keeps whoever waits for a batched append in one table for all connections and empties it when any of them breaks.
 * What the others then answer finds nobody, and its handler throws: a deposed leader that goes down would end the process. Whoever
 * waited was told that the outcome is unknown, so such an answer is passed over.
 */
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';

type Hear = (answer: unknown) => void;
type Batches = { on(event: string, hear: Hear): Batches };
type Client = { batchAppend: (this: unknown, ...call: unknown[]) => Batches };

const passingOver =
  (hear: Hear): Hear =>
  (answer) => {
    try {
      hear(answer);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };

/** Once for the process. */
export const passOverLateAnswers = (client: Client = streams.StreamsClient.prototype as unknown as Client): void => {
  const { batchAppend } = client;
  client.batchAppend = function (...call) {
    const batches = Reflect.apply(batchAppend, this, call);
    const on = batches.on.bind(batches);
    batches.on = (event, hear) => on(event, event === 'data' ? passingOver(hear) : hear);
    return batches;
  };
};
