import { testDocumentGoldens } from '../documents/testing.ts';
import { ADJUST_EVENT_TYPES } from './contract.ts';
import { adjustDocument } from './document.ts';

testDocumentGoldens(adjustDocument, ADJUST_EVENT_TYPES, new URL('./golden/', import.meta.url));
