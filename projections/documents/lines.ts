/** Lines of a document as read models keep them: all lists in one array. Pure. */
import type { LineKey } from 'services/contracts/document';

/** Those of one list, in their order. */
export const linesIn = <Line extends LineKey>(lines: readonly Line[], list: string): readonly Line[] =>
  lines.every((line) => line.list === list) ? lines : lines.filter((line) => line.list === list);
