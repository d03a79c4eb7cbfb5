/** What the server of this house is doing, on the wire (S2§2.17; R129). */
import { z } from 'zod';

/** `percent` is 0 … 100 with two decimals; MB for memory, GB for the disk. */
const Share = z.object({ used: z.number(), total: z.number(), percent: z.number() });
/** Stands beside `code` at the top of the answer. A container's limits count where they are set. */
export const ServerMonitor = z.object({
  os: z.object({
    goOs: z.string(),
    arch: z.string(),
    /** Of the runtime. */
    version: z.string(),
    hostName: z.string(),
    ip: z.string(),
    time: z.string(),
    projectDir: z.string(),
  }),
  mem: Share,
  swap: Share,
  cpu: z.object({
    cpuInfo: z.array(z.object({ modelName: z.string(), cores: z.number() })),
    percent: z.number(),
    /** Cores that may be used: 0.5 is half of one. */
    cpuNum: z.number(),
  }),
  disk: Share,
  /** KB a second. */
  net: z.object({ in: z.number(), out: z.number() }),
  /** 内网IP, or nothing: nobody outside is asked. */
  location: z.string(),
  /** Hours since the machine started. */
  bootTime: z.number(),
});
export type ServerMonitor = z.infer<typeof ServerMonitor>;
export const SERVER_MONITOR_PATH = '/server-monitor';
/** Milliseconds between two looks (S2§9). */
export const MONITOR_EVERY_MS = 5_000;
