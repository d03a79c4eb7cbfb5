/** One node of the double: a server on a port of its own over the log that all of them have. */
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { batchAppend, plainAppend, type Refusal } from './append.ts';
import type { Faults } from './faults.ts';
import { flights, type FlightTimes } from './flights.ts';
import type { Log } from './log.ts';
import { read } from './read.ts';
import { notLeaderError, notReadyError, requiresLeader, streamNameOf, streams } from './wire.ts';

export type NodeOptions = FlightTimes & {
  readonly batchAppend?: boolean;
  readonly version?: string;
  /** How far its clock is ahead of everybody's (default 0). */
  readonly aheadMs?: number;
};
/** What all nodes know: their ports, and which of them leads. */
export type Cluster = {
  readonly log: Log;
  readonly faults: Faults;
  readonly ports: readonly number[];
  /** Null: nobody leads. */
  readonly leader: () => number | null;
};

export class Node {
  readonly #cluster: Cluster;
  readonly #options: NodeOptions;
  #server: grpc.Server | undefined;
  port = 0;
  /** What of the log it has: a node that is cut off from the others gets nothing more. */
  #count = Infinity;

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

  /** Of a follower: from now on it has what it has. */
  cutOff(): void {
    this.#count = this.#cluster.log.events.length;
  }
  rejoin(): void {
    this.#count = Infinity;
  }

  kill(): void {
    this.#server?.forceShutdown();
  }

  #made(): grpc.Server {
    const { log, faults } = this.#cluster;
    const { batchAppend: batches = true, version = '23.10.6', aheadMs = 0, ...times } = this.#options;
    // Who does not ask for the leader is served by a follower too: it hands an append on, and reads what it has.
    const refusal: Refusal = (call) => {
      const leader = this.#cluster.leader();
      if (leader === null) return notReadyError;
      return leader === this.port || !requiresLeader(call) ? undefined : notLeaderError(leader);
    };
    const fly = flights(log, faults, times);
    const server = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    server.addService(streamsService.StreamsService, {
      append: plainAppend(fly, refusal),
      batchAppend: batchAppend(fly, refusal, () => Date.now() + aheadMs),
      read: read({ log, count: () => this.#count }, faults.take, refusal),
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
