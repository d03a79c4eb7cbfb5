/** A slice of documents that hold pieces: its writes, and the watcher that resumes what a crash left. */
import type { z } from 'zod';
import type { PieceDesk } from '../../goods/contract.ts';
import type { SliceDeps, SliceModule } from '../slice.ts';
import { openDocuments } from './documents.ts';
import { postgresLease, sagaMigration } from './lease.ts';
import { documentRoutes, type DocumentDesk } from './routes.ts';
import type { DocumentSpec } from './spec.ts';
import { watchDocuments } from './watcher.ts';

export type DocumentSliceSpec<Header, Line, Body extends z.ZodType> = {
  readonly spec: DocumentSpec<Header, Line>;
  /** Joins the pieces of the goods slice. */
  readonly piecesOf: (deps: SliceDeps) => PieceDesk;
  readonly desk: (deps: SliceDeps, pieces: PieceDesk) => Omit<DocumentDesk<Header, Line, Body>, 'documents'>;
};

export const documentSlice = <Header, Line, Body extends z.ZodType>({
  spec,
  piecesOf,
  desk,
}: DocumentSliceSpec<Header, Line, Body>): SliceModule => ({
  migrations: [sagaMigration(spec.kind)],
  create: (deps) => {
    const { store, master, clock, log } = deps;
    const pieces = piecesOf(deps);
    const documents = openDocuments(spec, { store, pieces, clock });
    const lease = postgresLease(master, spec.kind);
    return {
      name: spec.kind,
      routes: documentRoutes({ documents, ...desk(deps, pieces) }),
      start: (signal) => watchDocuments({ store, documents, lease, log }, signal),
    };
  },
});
