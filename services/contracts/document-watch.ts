/** Documents of one kind, as the watcher that goes on with them after a crash sees them. */
import type { DocumentKind } from './document.ts';

/** A document nothing is open in; of its releases it says only which were made. */
export type AtRest = {
  readonly revision: number;
  /** What fell away after this revision was let go; earlier releases may be outstanding. -1: all were made. */
  readonly releasedAfter: number;
};
export type RestListener = (id: number, rest: AtRest) => void;

export type WatchedKind = {
  /** `name`: PascalCase, as the kind's events have it; `bringing`: facts of its own that leave something to follow. */
  readonly spec: { readonly kind: DocumentKind; readonly name: string; readonly bringing?: readonly string[] };
  /** Brings a document to rest after a crash, and repeats every release of its life. Idempotent. */
  resume(id: number): Promise<unknown>;
  /** Told whenever a document came to rest here; answers how to stop listening. */
  onRest(listener: RestListener): () => void;
};
