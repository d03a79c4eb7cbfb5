/** States of deciders as text and back: JSON that knows maps and sets. Absent fields stay absent; undefined ones become so. */

const MAP = '$map';
const SET = '$set';
/** An object that looks like one of these three. */
const OBJECT = '$object';
const TAGS: ReadonlySet<string> = new Set([MAP, SET, OBJECT]);

const tagOf = (value: object): string | undefined => {
  const [name, another] = Object.keys(value);
  return another === undefined && name !== undefined && TAGS.has(name) ? name : undefined;
};
const tagged = (_name: string, value: unknown): unknown => {
  if (value instanceof Map) return { [MAP]: [...value] };
  if (value instanceof Set) return { [SET]: [...value] };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return tagOf(value) === undefined ? value : { [OBJECT]: Object.entries(value) };
};
export const textOfState = (state: unknown): string => JSON.stringify(state, tagged);

/** In place: nobody else has what was just parsed. */
const revived = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const held = value as Record<string, unknown>;
  for (const [name, one] of Object.entries(held)) {
    const known = revived(one);
    if (known !== one) held[name] = known;
  }
  if (Array.isArray(value)) return value;
  switch (tagOf(value)) {
    case MAP:
      return new Map(held[MAP] as [unknown, unknown][]);
    case SET:
      return new Set(held[SET] as unknown[]);
    case OBJECT:
      return Object.fromEntries(held[OBJECT] as [string, unknown][]);
    default:
      return value;
  }
};
/** @throws {SyntaxError} when it is no such text. */
export const stateOfText = (text: string): unknown => revived(JSON.parse(text));
