/** Which of all interfaces stand on which side of the transfer (S2§4), and what a word finds there. Pure. */
export type Api = { readonly id: number; readonly title: string; readonly path: string; readonly action: string };

/** Number and words of an interface: POST /api/v1/role 新增角色. */
export const wordsOf = ({ title, action, path }: Api): string => `${action} ${path} ${title}`;
export const found = (apis: readonly Api[], typed: string): readonly Api[] => {
  const words = typed.normalize('NFKC').trim().toLowerCase().split(/\s+/);
  return apis.filter((api) => words.every((word) => wordsOf(api).toLowerCase().includes(word)));
};
export const sidesOf = (all: readonly Api[], bound: readonly number[]) => {
  const ids = new Set(bound);
  return { free: all.filter(({ id }) => !ids.has(id)), taken: all.filter(({ id }) => ids.has(id)) };
};
