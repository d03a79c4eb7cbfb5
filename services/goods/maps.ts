/** Changed copies of the maps and sets of a piece's state. */
export const put = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> =>
  new Map(map).set(key, value);
export const drop = <Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> => {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
};
export const add = <Key>(set: ReadonlySet<Key>, key: Key): ReadonlySet<Key> => new Set(set).add(key);
