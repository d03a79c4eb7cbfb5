/** Rights that open the designer at all; which templates each may save, the server says. */
import { PRINTED_DOCUMENTS } from 'services/master-data/contract';

export const DESIGN_KEYS: readonly string[] = [
  'base:basePrintTemplate:edit',
  ...PRINTED_DOCUMENTS.flatMap(({ design }) => (design === null ? [] : [design])),
];
