/**
 * A map of very many keys that is never changed in place: a change copies one of its parts. A gift that is given away
 * all year has tens of thousands of postings, and each of them must be known if it is taken back.
 */
export type WideMap<Value> = ReadonlyMap<number, ReadonlyMap<string, Value>>;

const PARTS = 256;
const partOf = (key: string): number => {
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) % 1_000_003;
  return hash % PARTS;
};
export const wideGet = <Value>(map: WideMap<Value>, key: string): Value | undefined => map.get(partOf(key))?.get(key);
export const widePut = <Value>(map: WideMap<Value>, key: string, value: Value): WideMap<Value> => {
  const part = partOf(key);
  return new Map(map).set(part, new Map(map.get(part)).set(key, value));
};
