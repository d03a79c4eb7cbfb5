/** Options that screens of the stock area fetch page by page. */
import type { RemoteSource } from 'root-config/ui';

export const supplierSource: RemoteSource = { path: '/base-supplier', search: 'name', query: { status: '2' } };
/** What was returned to a supplier stays findable when the supplier is disabled. */
export const everySupplierSource: RemoteSource = { path: '/base-supplier', search: 'name' };
/** A piece keeps the file name of its label template. */
export const labelTemplateSource: RemoteSource = {
  path: '/base-print-template',
  search: 'name',
  value: 'fileName',
  query: { kind: 'label' },
};
