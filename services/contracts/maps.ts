/** Changed copies of the maps and sets of a stream's state, and its optional fields. */
export const put = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
  new Map(map).set(key, value);
/** Without those keys; an undefined one is none. */
export const drop = <Key, Value>(
  map: ReadonlyMap<Key, Value>,
  ...keys: readonly (Key | undefined)[]
): ReadonlyMap<Key, Value> => {
  const copy = new Map(map);
  for (const key of keys) if (key !== undefined) copy.delete(key);
  return copy;
};
export const add = <Key>(set: ReadonlySet<Key>, key: Key): ReadonlySet<Key> => new Set(set).add(key);

/** The fields that are there: optional fields of events and states are absent, not undefined, since they compare by content. */
export const defined = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
