/** One node of the double: a server on a port of its own over the log that all of them have. */
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { batchAppend, plainAppend } from './append.ts';
import type { Faults } from './faults.ts';
import { flights, type FlightTimes } from './flights.ts';
import type { Log } from './log.ts';
import { read } from './read.ts';
import { notLeaderError, streamNameOf, streams } from './wire.ts';

export type NodeOptions = FlightTimes & { readonly batchAppend?: boolean; readonly version?: string };
/** What all nodes know: their ports, and which of them leads. */
export type Cluster = {
  readonly log: Log;
  readonly faults: Faults;
  readonly ports: readonly number[];
  readonly leader: () => number;
};

export class Node {
  readonly #cluster: Cluster;
  readonly #options: NodeOptions;
  #server: grpc.Server | undefined;
  port = 0;

  constructor(cluster: Cluster, options: NodeOptions) {
    this.#cluster = cluster;
    this.#options = options;
  }

  /** On the port it had before, if it had one. */
  async start(port = this.port): Promise<number> {
    this.#server = this.#made();
    this.port = await bind(this.#server, port);
    return this.port;
  }

  kill(): void {
    this.#server?.forceShutdown();
  }

  #made(): grpc.Server {
    const { log, faults } = this.#cluster;
    const { batchAppend: batches = true, version = '24.10.0', ...times } = this.#options;
    const refuses = (): Partial<grpc.ServiceError> | undefined => {
      const leader = this.#cluster.leader();
      return leader === this.port ? undefined : notLeaderError(leader);
    };
    const fly = flights(log, faults, { ...times, refuses });
    const server = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(streamsService.StreamsService, {
      append: plainAppend(fly),
      batchAppend: batchAppend(fly),
      read: read(log, faults.take),
      ...removals(log),
    });
    const methods = ['append', 'read', 'delete', 'tombstone', ...(batches ? ['batchappend'] : [])];
    server.addService(featuresService.ServerFeaturesService, featuresOf(version, methods));
    server.addService(gossipService.GossipService, gossipOf(this.#cluster));
    return server;
  }
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

function gossipOf({ ports, leader }: Cluster): grpc.UntypedServiceImplementation {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const readGossip: grpc.handleUnaryCall<unknown, unknown> = (_call, callback) => {
    const members = ports.map((port) => {
      const endPoint = new gossip.EndPoint();
      endPoint.setAddress('127.0.0.1');
      endPoint.setPort(port);
      const member = new gossip.MemberInfo();
      member.setHttpEndPoint(endPoint);
      member.setState(port === leader() ? LEADER : FOLLOWER);
      member.setIsAlive(true);
      return member;
    });
    const cluster = new gossip.ClusterInfo();
    cluster.setMembersList(members);
    callback(null, cluster);
  };
  return { read: readGossip };
}
