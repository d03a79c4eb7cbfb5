/** Forty more kinds of documents, each with its read models: inspections under other names. */
import { sql } from 'slonik';
import { documentEvents, documentEventTypes } from '../../services/contracts/document.ts';
import { documentFields, documentQuery, field } from '../../services/contracts/fields.ts';
import { filterShop } from '../../services/contracts/filters.ts';
import type { JoinedReads } from '../../services/contracts/joined-services.ts';
import type { DocumentManifest } from '../../services/contracts/manifest.ts';
import { pieceDocument } from '../../services/documents/piece-document.ts';
import { documentSlice } from '../../services/documents/slice.ts';
import { pieceEffect } from '../../services/goods/contract.ts';
import { pieceCustodian } from '../../services/goods/custodian.ts';
import { createPieces } from '../../services/goods/pieces.ts';
import { InspectionBody, InspectionHeader, InspectionLine } from '../../services/inspection/contract.ts';
import { inspectionManifest } from '../../services/inspection/manifest.ts';
import { prepareInspection } from '../../services/inspection/prepare.ts';
import type { SliceDeps, SliceModule } from '../../services/platform/slice/slice.ts';
import { documentEndpoints } from '../../projections/documents/endpoints.ts';
import { ofOneShop, pieceDocuments } from '../../projections/documents/piece-documents.ts';
import { documentReads } from '../../projections/documents/read-slice.ts';
import { documentTables, type StoredForm } from '../../projections/documents/tables.ts';
import type { ReadSlice } from '../../projections/platform/routes/read-slice.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const { print: _print, ...unprinted } = inspectionManifest;
/** The manifest of the n-th of them. */
const manifestOf = (n: number): DocumentManifest => ({
  ...unprinted,
  kind: `trial-${n}`,
  folder: `trial-${n}`,
  prefix: `${LETTERS[Math.floor(n / 26)]}${LETTERS[n % 26]}`,
  label: `试单${n}`,
  path: `/biz-trial-${n}`,
  permission: `biz:bizTrial${n}`,
  events: `Trial${LETTERS[Math.floor(n / 26)]}${LETTERS[n % 26]}`,
  pages: [],
  looksUp: {},
  tables: { [`trial_${n}s`]: `试单${n}` },
  fieldNames: {},
});
export const MORE_MANIFESTS = Array.from({ length: 40 }, (_, n) => manifestOf(n));

const streamOf =
  ({ kind }: DocumentManifest) =>
  (id: number): string =>
    `${kind}-${id}`;
const sliceOf = (manifest: DocumentManifest): SliceModule => {
  const events = documentEvents(manifest.events ?? '', InspectionHeader, InspectionLine);
  const join = (deps: SliceDeps): Pick<JoinedReads, 'pieces' | 'custodians'> => {
    const pieces = createPieces(deps);
    return { pieces, custodians: { piece: pieceCustodian(pieces) } };
  };
  return documentSlice({
    manifest,
    events,
    spec: pieceDocument(manifest, {
      header: InspectionHeader,
      line: InspectionLine,
      events,
      stream: streamOf(manifest),
      businessDate: ({ inspectedOn }) => inspectedOn,
      dayField: 'inspectAt',
      effectsOf: ({ shopId }, { barcode, quantity }) => [pieceEffect(barcode, 'stay', quantity, shopId)],
      termsOf: ({ shopId }, { line: { result, note } }) => ({ move: 'inspection', shopId, result, note }),
    }),
    join: (deps) => {
      const { pieces, custodians } = join(deps);
      return {
        custodians,
        desk: { body: InspectionBody, prepare: prepareInspection({ pieces, lookup: deps.lookup }) },
      };
    },
  });
};
export const moreSlices = (): readonly SliceModule[] => MORE_MANIFESTS.map(sliceOf);

const readsOf = (manifest: DocumentManifest, n: number): ReadSlice => {
  const fields = documentFields(manifest.kind, {
    own: {
      shopId: field.partner('shop_id').found(),
      shopName: field.nameIn('shop', 'shop_id').called('分店', 116),
      inspectAt: field.day('inspected_on').called('质检日期'),
      remark: field.text('remark').called('备注', 140),
    },
    sums: {},
  });
  const declared = documentTables({
    fields,
    name: manifest.events ?? '',
    events: documentEventTypes(manifest.events ?? ''),
    table: `trial_${n}s`,
    one: `trial_${n}`,
    version: 1,
    versions: 1,
    day: 'inspected_on',
    indexes: { shop: '(shop_id, inspected_on DESC, id DESC)' },
    columns: (header: StoredForm<InspectionHeader>) => ({
      shop_id: header.shopId,
      inspected_on: header.inspectedOn,
      remark: header.remark,
    }),
  });
  const query = documentQuery({ shopId: filterShop() });
  const documents = pieceDocuments({
    manifest,
    label: manifest.label,
    stream: streamOf(manifest),
    declared,
    tables: {
      live: sql.fragment`${sql.identifier(['live', `trial_${n}s`])}`,
      versions: sql.fragment`${sql.identifier(['live', `trial_${n}_versions`])}`,
    },
    query,
    ...ofOneShop(() => []),
    fields,
    made: () => ({}),
    sheet: ['no'],
    line: InspectionLine,
    lineFields: { barcode: field.text('barcode') },
    lineMade: () => ({}),
    lineWords: () => ['结果', ''],
    parameter: 'trialId',
  });
  return documentReads(manifest, {
    title: manifest.label,
    projections: [declared.live, declared.versions],
    queries: (deps) => documentEndpoints(deps, documents),
    stream: streamOf(manifest),
    lines: ['-detail'],
  });
};
export const moreReads = (): readonly ReadSlice[] => MORE_MANIFESTS.map(readsOf);
