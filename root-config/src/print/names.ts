/** What lies in a queue, as people call it: a label by its piece, a document by its number. Pure. */
const words = (parts: readonly unknown[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
export const nameIn = (row: Readonly<Record<string, unknown>> = {}): string =>
  words([row['name'] ?? row['title'], row['barcode'] ?? row['orderNo'] ?? row['no']]);
