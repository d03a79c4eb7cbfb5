/** Entries of the menu in words: each page with its keys, since 新增 alone says nothing (R158). Pure. */

/** An entry with the page that it belongs to; a page by itself has no key. */
export type NamedEntry = { readonly page: string; readonly key: string };
const PAGES = 3;
const KEYS = 4;

/** 销售单：新增、修改；首饰入库：审核 等78项. At most three pages with four keys each; `all` where only the first of them were read. */
export const keysInWords = (entries: readonly NamedEntry[], all = entries.length): string => {
  const pages = new Map<string, readonly string[]>();
  for (const { page, key } of entries) {
    const keys = pages.get(page) ?? [];
    pages.set(page, key === '' ? keys : [...keys, key]);
  }
  const lines = [...pages];
  const shown = lines.slice(0, PAGES);
  const words = shown.map(([page, keys]) => (keys.length === 0 ? page : `${page}：${keys.slice(0, KEYS).join('、')}`));
  const isCut = all > entries.length || pages.size > PAGES || shown.some(([, keys]) => keys.length > KEYS);
  return `${words.join('；')}${isCut ? ` 等${all}项` : ''}`;
};
