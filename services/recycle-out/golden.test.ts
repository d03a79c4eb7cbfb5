import { testDocumentGoldens } from '../documents/testing.ts';
import { RECYCLE_OUT_EVENT_TYPES } from './contract.ts';
import { recycleOutDocument } from './document.ts';

const folder = new URL('./golden/', import.meta.url);
testDocumentGoldens(recycleOutDocument, RECYCLE_OUT_EVENT_TYPES, folder, ({ fineness, weightMg }) => ({
  custodian: 'old-material',
  id: `1-${fineness}`,
  quantity: weightMg,
}));
