/** A slice of documents that have effects: its writes, and what the watcher resumes after a crash. */
import type { z } from 'zod';
import { DOCUMENT_SCHEMA, type LineKey } from '../contracts/document.ts';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { EventUnion, SliceDeps, SliceModule } from '../platform/slice.ts';
import type { Custodians } from './custodian.ts';
import { openDocuments } from './documents.ts';
import { openingsDesk, registerOpened } from './openings.ts';
import type { OpeningRules } from './opens.ts';
import type { DocumentDesk } from './desk.ts';
import { documentRoutes } from './routes.ts';
import type { DocumentSpec } from './spec.ts';
import { documentUpcasts } from './upcast.ts';

export type DocumentSliceSpec<Header, Line extends LineKey, Body extends z.ZodType> = {
  readonly manifest: DocumentManifest;
  readonly events: EventUnion;
  readonly spec: DocumentSpec<Header, Line>;
  /** What the kind is joined with: who answers for its effects, and its own rules. */
  readonly join: (deps: SliceDeps) => {
    readonly custodians: Custodians;
    readonly desk: Omit<DocumentDesk<Header, Line, Body>, 'documents' | 'manifest' | 'openings'>;
    /** Where documents of other kinds open some of this one. */
    readonly opened?: OpeningRules<Header, Line>;
  };
};

export const documentSlice = <Header, Line extends LineKey, Body extends z.ZodType>({
  manifest,
  events,
  spec,
  join,
}: DocumentSliceSpec<Header, Line, Body>): SliceModule => ({
  events: [{ union: events, schema: DOCUMENT_SCHEMA, upcasts: documentUpcasts(spec.name) }],
  create: (deps) => {
    const { store, clock } = deps;
    const { custodians, desk, opened } = join(deps);
    const documents = openDocuments(spec, { store, custodians, clock });
    if (opened !== undefined) registerOpened(store, documents, opened);
    return {
      name: spec.kind,
      routes: documentRoutes({ documents, manifest, ...desk, openings: openingsDesk(deps, spec) }),
      watched: documents,
    };
  },
});
