/** What the write side needs to know of the read models; projections/platform/daemon/daemon provides it. */
export interface ReadModelGate {
  /** True once every named view has passed `position`; false after `timeoutMs`. */
  waitFor(views: readonly string[], position: number, timeoutMs: number): Promise<boolean>;
  /** For how long the log has been ahead of a view that somebody waited for of late; 0: all of them show it. */
  behindMs(): number;
}
