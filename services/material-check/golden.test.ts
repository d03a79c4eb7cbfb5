import { testDocumentGoldens } from '../documents/testing.ts';
import { MATERIAL_CHECK_EVENT_TYPES, differenceOf } from './contract.ts';
import { materialCheckDocument } from './document.ts';

const folder = new URL('./golden/', import.meta.url);
testDocumentGoldens(materialCheckDocument, MATERIAL_CHECK_EVENT_TYPES, folder, (line) => ({
  custodian: 'old-material',
  id: `1-${line.fineness}`,
  quantity: Math.abs(differenceOf(line)),
}));
