/** The papers of this house, apart from its documents: a first list names those and prints nothing. */
import type { DocumentManifest, PrintedKind } from './manifest.ts';
import { MANIFESTS } from './manifests.ts';

/** What these documents print, each with where its copies are counted. */
export const printedKinds = (
  manifests: readonly DocumentManifest[],
): readonly (PrintedKind & { readonly path: string })[] =>
  manifests.flatMap(({ path, print, papers = [] }) =>
    [...(print === undefined ? [] : [print]), ...papers].map((one) => ({ path, ...one })),
  );
export const PRINTED_KINDS: ReadonlyMap<string, PrintedKind & { readonly path: string }> = new Map(
  printedKinds(MANIFESTS).map((one) => [one.kind, one]),
);
