/** What a success says: which documents or pieces it is about, so that a toast can be read without looking. */
const SHOWN = 3;

/** DB10001、DB10002、DB10003 等12条; `all` where only the first of them were read. */
export const listOfNames = (names: readonly string[], measure = '条', all = names.length): string =>
  `${names.slice(0, SHOWN).join('、')}${all > SHOWN ? ` 等${all}${measure}` : ''}`;
/** 审核成功：DB10001、DB10002、DB10003 等12条 */
export const successOf = (msg: string, names: readonly string[]): string =>
  names.length === 0 ? msg : `${msg}：${listOfNames(names)}`;
