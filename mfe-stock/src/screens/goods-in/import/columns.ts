/** Matching by hand. Pure. */

/** A field can be matched once: choosing it takes it away from the column that had it. */
export const rematch = (
  mapping: Readonly<Record<string, string>>,
  heading: string,
  wire: string,
): Readonly<Record<string, string>> => {
  const others = Object.entries(mapping).filter(([name, field]) => name !== heading && field !== wire);
  return Object.fromEntries(wire === '' ? others : [...others, [heading, wire]]);
};
