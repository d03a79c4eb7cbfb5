/** What all runners of a process have in common. */
import type { EventStore } from 'services/event-store/port';
import type pg from 'pg';
import type { Log } from '../following/log.ts';
import type { Ring } from '../following/ring.ts';
import type { Positions } from '../gate/gate.ts';
import type { SharedRebuilds } from '../rebuild/shared-rebuild.ts';
import type { Lanes } from '../tables/lanes.ts';
import type { Statistics } from '../following/statistics.ts';
import type { Interruptions } from './interruptions.ts';
import type { Leases } from './leases.ts';

export type Settings = {
  /** A version without rows is rebuilt in memory instead of followed when the log's head lies past this. */
  readonly rebuildAbove: number;
  /** Rebuilds of this process that go together; the others wait, and go on following meanwhile. */
  readonly rebuildsTogether: number;
  /** A log whose head lies below is folded here, before a process of its own has started. */
  readonly longLog: number;
  /** How often a standby asks for the lease. */
  readonly standbyMs: number;
};

export type DaemonResources = {
  readonly store: EventStore;
  readonly ring: Ring;
  readonly db: pg.Pool;
  /** For rebuilds alone, which hold their connections: those who follow never wait for one. */
  readonly rebuildDb: pg.Pool;
  readonly leases: Leases;
  readonly positions: Positions;
  readonly log: Log;
  readonly interrupted: Interruptions;
  readonly settings: Settings;
  readonly sharedRebuilds: SharedRebuilds;
  /** Indexes made at the same time. */
  readonly indexLanes: Lanes;
  readonly statistics: Statistics;
  readonly stop: AbortSignal;
};
