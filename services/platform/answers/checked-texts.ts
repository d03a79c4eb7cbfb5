/** Large answers that are given again as they are: checked once, and made into text once. */

const checked = new WeakMap<object, unknown>();
const texts = new WeakMap<object, Buffer>();

const once = <Value>(known: WeakMap<object, Value>, data: object, make: () => Value): Value => {
  const before = known.get(data);
  if (before !== undefined) return before;
  const made = make();
  known.set(data, made);
  return made;
};

/** What the check made of the data when it came first. */
export const checkedOnce = (data: unknown, check: () => unknown): unknown =>
  typeof data === 'object' && data !== null ? once(checked, data, check) : check();

type Answer = { readonly code: number; readonly msg: string; readonly data: unknown };
/** As `JSON.stringify` of the envelope, in bytes. */
export const keptText = ({ code, msg, data }: Answer): Buffer => {
  const text = typeof data === 'object' && data !== null ? once(texts, data, () => textOf(data)) : textOf(data);
  return Buffer.concat([Buffer.from(`{"code":${code},"msg":${JSON.stringify(msg)},"data":`), text, END]);
};
const textOf = (data: unknown): Buffer => Buffer.from(JSON.stringify(data));
const END = Buffer.from('}');
