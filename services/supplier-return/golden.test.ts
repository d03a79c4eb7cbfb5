import { testDocumentGoldens } from '../documents/testing.ts';
import { SUPPLIER_RETURN_EVENT_TYPES } from './contract.ts';
import { supplierReturnDocument } from './document.ts';

testDocumentGoldens(supplierReturnDocument, SUPPLIER_RETURN_EVENT_TYPES, new URL('./golden/', import.meta.url));
