/**
 * An in-process double of EventStoreDB's gRPC surface (features, gossip, streams) that the real client talks to over
 * HTTP/2. It proves our adapter, not the server: the same suite runs against a real one when EVENTSTORE_TEST_URL is set.
 */
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { batchAppend, plainAppend } from './fake-esdb/append.ts';
import { Faults, type Fault } from './fake-esdb/faults.ts';
import { Log, type Stored } from './fake-esdb/log.ts';
import { read } from './fake-esdb/read.ts';
import { streamNameOf, streams } from './fake-esdb/wire.ts';

export type FakeEventStoreDb = {
  readonly url: string;
  readonly events: readonly Stored[];
  /** Orders a fault for the next calls of a method. */
  fail(fault: Fault): void;
  /** Ends every connection at once; the server is back on the same port with the same log. */
  dropConnections(): Promise<void>;
  /** The server goes away, with its log kept until `restart`. */
  kill(): void;
  restart(): Promise<void>;
  /** Its log is an older copy from now on: nothing behind the first `count` events. */
  cutTo(count: number): void;
  stop(): Promise<void>;
};

type Options = { readonly port?: number; readonly batchAppend?: boolean; readonly version?: string };

export async function startFakeEventStoreDb(options: Options = {}): Promise<FakeEventStoreDb> {
  const log = new Log();
  const faults = new Faults();
  let server = newServer(log, faults, options);
  const port = await bind(server, options.port ?? 0);
  server.addService(gossipService.GossipService, gossipOf(port));
  const restart = async (): Promise<void> => {
    server = newServer(log, faults, options);
    server.addService(gossipService.GossipService, gossipOf(port));
    await bind(server, port);
  };
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    events: log.events,
    fail: (fault) => faults.order(fault),
    kill: () => server.forceShutdown(),
    restart,
    cutTo: (count) => log.cutTo(count),
    dropConnections: async () => {
      server.forceShutdown();
      await restart();
    },
    stop: async () => server.forceShutdown(),
  };
}

function newServer(
  log: Log,
  faults: Faults,
  { batchAppend: batches = true, version = '24.10.0' }: Options,
): grpc.Server {
  const server = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  server.addService(streamsService.StreamsService, {
    append: plainAppend(log, faults.take),
    batchAppend: batchAppend(log, faults.take),
    read: read(log, faults.take),
    ...removals(log),
  });
  const methods = ['append', 'read', 'delete', 'tombstone', ...(batches ? ['batchappend'] : [])];
  server.addService(featuresService.ServerFeaturesService, featuresOf(version, methods));
  return server;
}

const bind = (server: grpc.Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });

type Named = { getOptions(): { getStreamIdentifier(): Parameters<typeof streamNameOf>[0] } | undefined };

function removals(log: Log): grpc.UntypedServiceImplementation {
  const remove: grpc.handleUnaryCall<Named, unknown> = (call, callback) => {
    log.delete(streamNameOf(call.request.getOptions()?.getStreamIdentifier()));
    callback(null, new streams.DeleteResp());
  };
  const tombstone: grpc.handleUnaryCall<Named, unknown> = (call, callback) => {
    log.tombstone(streamNameOf(call.request.getOptions()?.getStreamIdentifier()));
    callback(null, new streams.TombstoneResp());
  };
  return { delete: remove, tombstone };
}

function featuresOf(version: string, methods: readonly string[]): grpc.UntypedServiceImplementation {
  const getSupportedMethods: grpc.handleUnaryCall<unknown, unknown> = (_call, callback) => {
    const answer = new features.SupportedMethods();
    answer.setEventStoreServerVersion(version);
    answer.setMethodsList(
      methods.map((name) => {
        const method = new features.SupportedMethod();
        method.setServiceName('event_store.client.streams.Streams');
        method.setMethodName(name);
        return method;
      }),
    );
    callback(null, answer);
  };
  return { getSupportedMethods };
}

function gossipOf(port: number): grpc.UntypedServiceImplementation {
  const readGossip: grpc.handleUnaryCall<unknown, unknown> = (_call, callback) => {
    const endPoint = new gossip.EndPoint();
    endPoint.setAddress('127.0.0.1');
    endPoint.setPort(port);
    const member = new gossip.MemberInfo();
    member.setHttpEndPoint(endPoint);
    member.setState(gossip.MemberInfo.VNodeState.LEADER);
    member.setIsAlive(true);
    const cluster = new gossip.ClusterInfo();
    cluster.setMembersList([member]);
    callback(null, cluster);
  };
  return { read: readGossip };
}
