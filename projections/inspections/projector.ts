/** inspections: one row per inspection, with its lines as of the accepted version; and its versions. */
import type { InspectionResult } from 'services/goods/contract';
import { INSPECTION_EVENT_TYPES, type InspectionHeader, type InspectionLine } from 'services/inspection/contract';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { inspectionFields } from './contract.ts';

const countOf = (lines: readonly InspectionLine[], result: InspectionResult): number =>
  sumOf(lines, (line) => (line.result === result ? line.quantity : 0));

export const inspections = documentTables({
  fields: inspectionFields,
  name: 'Inspection',
  events: INSPECTION_EVENT_TYPES,
  table: 'inspections',
  one: 'inspection',
  version: 4,
  versions: 3,
  day: 'inspected_on',
  indexes: { shop: '(shop_id, inspected_on DESC, id DESC)' },
  columns: (header: StoredForm<InspectionHeader>, lines: readonly InspectionLine[]) => ({
    shop_id: header.shopId,
    inspected_on: header.inspectedOn,
    inspector: header.inspector,
    pictures: header.pictures,
    remark: header.remark,
    sale_id: header.saleId ?? null,
    passed: countOf(lines, 'passed'),
    to_supplier: countOf(lines, 'supplier'),
    to_melt: countOf(lines, 'melt'),
  }),
});
export default inspections.live;
export const inspectionVersions = inspections.versions;
