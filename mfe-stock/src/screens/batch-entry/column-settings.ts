/** Which columns a category shows: kept as JSON in its dictionary entry (S0§2). Pure. */
/** What a category shows before anybody chose. */
const PLAIN =
  'fineness style name num goldWeight goldCost weight workFee piceWorkFee piceCost sellRaito sellPrice cerif remark'.split(
    ' ',
  );
/** Without these no row can be saved. */
export const ALWAYS: readonly string[] = ['fineness', 'style', 'name'];

/** What `/base-data/type-template` keeps for a category. */
export const settingsText = (fields: readonly string[]): string => JSON.stringify({ batchColumns: fields });
/** Chosen fields out of a category's settings; the plain ones where nobody chose, or something else is kept there. */
export const chosenFields = (expandData: string): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(expandData);
    const fields = typeof kept === 'object' && kept !== null && 'batchColumns' in kept ? kept.batchColumns : undefined;
    if (!Array.isArray(fields) || fields.length === 0) return PLAIN;
    return [...new Set([...ALWAYS, ...fields.filter((field): field is string => typeof field === 'string')])];
  } catch {
    return PLAIN;
  }
};
