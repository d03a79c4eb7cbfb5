/** GETs of inspections: list, record, lines, sums, latest day, history, export, print data. */
import { sql } from 'slonik';
import type { Route } from 'services/contracts/route';
import { InspectionResult, RESULT_WORDS } from 'services/goods/contract';
import { InspectionLine, RESULTS, inspectionStream } from 'services/inspection/contract';
import { inspectionManifest } from 'services/inspection/manifest';
import { documentEndpoints } from '../documents/endpoints.ts';
import { shown } from '../documents/history.ts';
import { ofOneShop, pieceDocuments } from '../documents/piece-documents.ts';
import { MADE_BY } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { InspectionQuery, inspectionFields, inspectionLine } from './contract.ts';
import { inspections } from './projector.ts';

const COUNTED = { '1': sql.fragment`d.passed`, '2': sql.fragment`d.to_supplier`, '3': sql.fragment`d.to_melt` };
const documents = pieceDocuments({
  manifest: inspectionManifest,
  label: '首饰质检',
  stream: inspectionStream,
  declared: inspections,
  tables: { live: sql.fragment`live.inspections`, versions: sql.fragment`live.inspection_versions` },
  query: InspectionQuery,
  ...ofOneShop<InspectionQuery>(({ result }) => (result === undefined ? [] : [sql.fragment`${COUNTED[result]} > 0`])),
  fields: inspectionFields,
  made: () => ({}),
  sheet: [
    'no',
    'shopName',
    'inspectAt',
    'inspector',
    'num',
    'goldWeight',
    'passedNum',
    'supplierNum',
    'meltNum',
    'returnNos',
    ...MADE_BY,
  ],
  line: InspectionLine,
  lineFields: inspectionLine,
  lineMade: ({ result }, stock) => ({
    stock,
    result: RESULTS.find((one) => one.result === result)?.value ?? '',
    resultName: RESULT_WORDS[result],
  }),
  lineWords: ({ result, note }) => {
    const known = InspectionResult.safeParse(result);
    return ['结果', [known.success ? RESULT_WORDS[known.data] : '', shown(note)].filter(Boolean).join('：')];
  },
  parameter: 'inspectionId',
});
export default (deps: QueryDeps): Route[] => documentEndpoints(deps, documents);
