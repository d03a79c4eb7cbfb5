/** Schemas that are the same for everybody who asks for them with the same words. */

/**
 * Answers what it made before. A house has thousands of fields, and each schema takes a kilobyte and a half as long as it runs.
 * `make` is asked with numbers, texts and plain objects alone.
 */
/* @__NO_SIDE_EFFECTS__ */
export const shared = <Words extends readonly unknown[], Schema>(
  make: (...words: Words) => Schema,
): ((...words: Words) => Schema) => {
  const made = new Map<string, Schema>();
  return (...words) => {
    const key = JSON.stringify(words);
    if (!made.has(key)) made.set(key, make(...words));
    return made.get(key) as Schema;
  };
};
