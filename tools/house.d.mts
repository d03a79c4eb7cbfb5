export const FOLDERS: readonly string[];
type Module = { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] };
type Violation = { readonly from: string; readonly to: string; readonly rule: { readonly name: string } };
export type Cruise = {
  readonly modules: readonly Module[];
  readonly summary: { readonly violations: readonly Violation[] };
};
export const cruise: () => Promise<Cruise>;
type Arrow = readonly [from: string, to: string];
export const arrowsOf: (modules: readonly Module[]) => {
  readonly arrows: readonly Arrow[];
  readonly back: readonly string[];
};
export const drawn: (arrows: readonly Arrow[]) => string;
