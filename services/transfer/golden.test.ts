import { testDocumentGoldens } from '../documents/testing.ts';
import { TRANSFER_EVENT_TYPES } from './contract.ts';
import { transferDocument } from './document.ts';

testDocumentGoldens(transferDocument, TRANSFER_EVENT_TYPES, new URL('./golden/', import.meta.url));
