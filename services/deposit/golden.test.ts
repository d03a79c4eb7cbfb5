import { testDocumentGoldens } from '../documents/testing.ts';
import { DEPOSIT_EVENT_TYPES } from './contract.ts';
import { depositDocument } from './document.ts';

const folder = new URL('./golden/', import.meta.url);
testDocumentGoldens(depositDocument, DEPOSIT_EVENT_TYPES, folder, ({ account, amountFen }) => ({
  custodian: 'balance',
  id: `3-${account}`,
  quantity: amountFen,
}));
