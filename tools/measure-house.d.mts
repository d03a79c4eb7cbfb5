/** The files of a check-out. `text`: empty where there is no such file. */
export type Tree = {
  readonly root: string;
  readonly files: readonly string[];
  readonly text: (path: string) => string;
};
/** `files`: those that are there, or these. */
export const treeAt: (root: string, files?: readonly string[]) => Tree;
export const sourcesOf: (tree: Tree) => readonly string[];
/** What a source names in its imports: paths in the repository, or packages as they are written. */
export const importsOf: (tree: Tree, path: string) => readonly string[];

type Figure = { readonly name: string; readonly places: readonly string[] };
type Figures = { readonly shrinking: readonly Figure[]; readonly told: readonly Figure[] };
export const figuresOf: (tree: Tree) => Figures;
type Recorded = { readonly recorded: number; readonly goal: number | string };
type Record = {
  readonly shrinking: Readonly<{ [name: string]: Recorded }>;
  readonly told: Readonly<{ [name: string]: Recorded }>;
  readonly byHand: Readonly<{ [name: string]: { readonly now: number; readonly goal: number; readonly how: string } }>;
};
/** Without `record`: beside what stands in measure-house/recorded.json. */
export const report: (figures: Figures, record?: Record) => { readonly text: string; readonly code: 0 | 1 };

export const branchesOf: (source: string) => readonly string[];
export const regexOf: (glob: string) => string;
type Branch = { readonly where: string; readonly pattern: string; readonly branch: string };
export const EMPTY_ON_PURPOSE: readonly (readonly [is: RegExp, reason: string])[];
export const NAMED_ON_PURPOSE: readonly (readonly [is: RegExp, reason: string])[];
export const patternsOf: (tree: Tree) => readonly Branch[];
export const idlePatterns: (tree: Tree, there?: readonly string[]) => readonly string[];
export const openFences: (tree: Tree, there?: readonly string[]) => readonly string[];
export const deadNames: (tree: Tree) => readonly string[];
