import { testDocumentGoldens } from '../documents/testing.ts';
import { SALE_EVENT_TYPES } from './contract.ts';
import { saleDocument } from './document.ts';

testDocumentGoldens(saleDocument, SALE_EVENT_TYPES, new URL('./golden/', import.meta.url));
