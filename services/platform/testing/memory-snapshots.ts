/** Snapshots in memory for tests: kept at once. */
import type { Snapshot, Snapshots } from '../event-store/port.ts';

export class MemorySnapshots implements Snapshots {
  readonly kept = new Map<string, Snapshot>();
  found = 0;

  async find(stream: string, tag: string): Promise<Snapshot | null> {
    const snapshot = this.kept.get(stream);
    if (snapshot?.tag !== tag) return null;
    this.found += 1;
    return snapshot;
  }
  offer(stream: string, of: () => Snapshot): void {
    this.kept.set(stream, of());
  }
  async prune(): Promise<void> {
    this.kept.clear();
  }
}
