/** What templates offer and papers show are fields of the kind's row or of its lines. */
import { expect, test } from 'vitest';
import type { Fields } from 'services/contracts/fields';
import type { DocumentManifest } from 'services/contracts/manifest';
import { saleManifest } from 'services/sale/manifest';
import { supplierReturnManifest } from 'services/supplier-return/manifest';
import { transferManifest } from 'services/transfer/manifest';
import { saleFields, saleLine } from '../sales/contract.ts';
import { supplierReturnFields, supplierReturnLine } from '../supplier-returns/contract.ts';
import { transferFields, transferLine } from '../transfers/contract.ts';

const printed: readonly (readonly [DocumentManifest, Fields, Fields])[] = [
  [transferManifest, transferFields, transferLine],
  [supplierReturnManifest, supplierReturnFields, supplierReturnLine],
  [saleManifest, saleFields, saleLine],
];
test.each(printed)('$kind prints what it has', ({ print }, row, line) => {
  const offered = (print?.fields ?? []).map(([field]) => field);
  expect(offered.filter((field) => !(field in row) && !(field in line))).toEqual([]);
  expect((print?.paper?.columns ?? []).map(([field]) => field).filter((field) => !(field in line))).toEqual([]);
  expect(offered.length).toBeGreaterThan(0);
});
