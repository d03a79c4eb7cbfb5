import { testDocumentGoldens } from '../documents/testing.ts';
import { INSPECTION_EVENT_TYPES } from './contract.ts';
import { inspectionDocument } from './document.ts';

testDocumentGoldens(inspectionDocument, INSPECTION_EVENT_TYPES, new URL('./golden/', import.meta.url));
