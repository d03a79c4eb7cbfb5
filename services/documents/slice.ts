/** A slice of documents that have effects: its writes, and what the watcher resumes after a crash. */
import type { z } from 'zod';
import { DOCUMENT_SCHEMA, type LineKey } from '../contracts/document.ts';
import type { Route } from '../contracts/route.ts';
import type { DocumentManifest } from '../contracts/manifest.ts';
import type { EventFamily, EventUnion, SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import type { Custodians } from './custodian.ts';
import { openDocuments, openDocumentsWith, type Documents } from './documents.ts';
import { openingsDesk, registerOpened } from './openings.ts';
import type { OpeningRules } from './opens.ts';
import type { OwnFacts } from './own-facts.ts';
import { STANDS, countedPaper, printedRoute } from './copies.ts';
import { Desk } from './desk.ts';
import type { DocumentDesk } from './desk-rules.ts';
import { documentRoutes } from './routes.ts';
import type { DocumentSpec } from './spec.ts';
import { documentUpcasts } from './upcast.ts';

export type DocumentSliceSpec<Header, Line extends LineKey, Body extends z.ZodType, Own, Command> = {
  readonly manifest: DocumentManifest;
  readonly events: EventUnion;
  /** Events that its custodian writes, where no other slice brings them. */
  readonly more?: readonly EventFamily[];
  readonly spec: DocumentSpec<Header, Line>;
  /** What the kind adds to its documents' streams by itself. */
  readonly facts?: OwnFacts<Own, Command>;
  /** What the kind is joined with: who answers for its effects, and its own rules. */
  readonly join: (deps: SliceDeps) => {
    readonly custodians: Custodians;
    readonly desk: Omit<
      DocumentDesk<Header, Line, Body>,
      'documents' | 'manifest' | 'openings' | 'words' | 'closedDays' | 'exceptions' | 'twoPeople'
    >;
    /** Where documents of other kinds open some of this one. */
    readonly opened?: OpeningRules<Header, Line>;
    /** Calls of its own, which go before the document's (R33). */
    readonly routes?: (
      at: Desk<Header, Line, Body>,
      documents: Documents<Header, Line, Own, Command>,
    ) => readonly Route[];
  };
};

/** Its copies are counted where it stands and its shops are seen. */
const paperOf = <Header, Line extends LineKey>(
  manifest: DocumentManifest,
  spec: DocumentSpec<Header, Line>,
  documents: Pick<Documents<Header, Line>, 'rested' | 'limit'>,
) =>
  countedPaper(manifest, {
    shopsOf: async (id) => {
      const { current, stage } = (await documents.rested(id)).state;
      if (current === null || !STANDS.has(stage)) return null;
      return [spec.shopOf(current.header), ...(spec.seenIn?.(current.header) ?? [])];
    },
    limit: (id, user) => documents.limit(id, user),
  });

export const documentSlice = <Header, Line extends LineKey, Body extends z.ZodType, Own = unknown, Command = never>({
  manifest,
  events,
  more = [],
  spec,
  facts,
  join,
}: DocumentSliceSpec<Header, Line, Body, Own, Command>): SliceModule => ({
  events: [{ union: events, schema: DOCUMENT_SCHEMA, upcasts: documentUpcasts(spec.name) }, ...more],
  create: (deps) => {
    const { store, clock, closedDays, words, exceptions } = deps;
    const { custodians, desk: rules, opened, routes } = join(deps);
    const saga = { store, custodians, clock, closedDays };
    const documents =
      facts === undefined
        ? (openDocuments(spec, saga) as unknown as Documents<Header, Line, Own, Command>)
        : openDocumentsWith(spec, facts, saga);
    if (opened !== undefined) registerOpened(store, documents, opened);
    const desk = {
      documents,
      manifest,
      ...rules,
      openings: openingsDesk(deps, spec),
      words,
      closedDays,
      exceptions,
      twoPeople: deps,
    };
    const paper = paperOf(manifest, spec, documents);
    return {
      name: spec.kind,
      routes: [
        ...(routes?.(new Desk(desk), documents) ?? []),
        ...documentRoutes(desk),
        ...(paper === null ? [] : [printedRoute(store, paper)]),
      ],
      watched: documents,
    };
  },
});
