/** A slice of documents that have effects: its writes, and what the watcher resumes after a crash. */
import type { z } from 'zod';
import { DOCUMENT_SCHEMA, type LineKey } from '../contracts/document.ts';
import type { Route } from '../contracts/route.ts';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { EventFamily, EventUnion, SliceDeps, SliceModule } from '../platform/slice.ts';
import type { Custodians } from './custodian.ts';
import { openDocuments, type Documents } from './documents.ts';
import { openingsDesk, registerOpened } from './openings.ts';
import type { OpeningRules } from './opens.ts';
import { Desk, type DocumentDesk } from './desk.ts';
import { documentRoutes } from './routes.ts';
import type { DocumentSpec } from './spec.ts';
import { documentUpcasts } from './upcast.ts';

export type DocumentSliceSpec<Header, Line extends LineKey, Body extends z.ZodType> = {
  readonly manifest: DocumentManifest;
  readonly events: EventUnion;
  /** Events that its custodian writes, where no other slice brings them. */
  readonly more?: readonly EventFamily[];
  readonly spec: DocumentSpec<Header, Line>;
  /** What the kind is joined with: who answers for its effects, and its own rules. */
  readonly join: (deps: SliceDeps) => {
    readonly custodians: Custodians;
    readonly desk: Omit<DocumentDesk<Header, Line, Body>, 'documents' | 'manifest' | 'openings'>;
    /** Where documents of other kinds open some of this one. */
    readonly opened?: OpeningRules<Header, Line>;
    /** Calls of its own, which go before the document's (R33). */
    readonly routes?: (at: Desk<Header, Line, Body>, documents: Documents<Header, Line>) => readonly Route[];
  };
};

export const documentSlice = <Header, Line extends LineKey, Body extends z.ZodType>({
  manifest,
  events,
  more = [],
  spec,
  join,
}: DocumentSliceSpec<Header, Line, Body>): SliceModule => ({
  events: [{ union: events, schema: DOCUMENT_SCHEMA, upcasts: documentUpcasts(spec.name) }, ...more],
  create: (deps) => {
    const { store, clock } = deps;
    const { custodians, desk: rules, opened, routes } = join(deps);
    const documents = openDocuments(spec, { store, custodians, clock });
    if (opened !== undefined) registerOpened(store, documents, opened);
    const desk = { documents, manifest, ...rules, openings: openingsDesk(deps, spec) };
    return {
      name: spec.kind,
      routes: [...(routes?.(new Desk(desk), documents) ?? []), ...documentRoutes(desk)],
      watched: documents,
    };
  },
});
