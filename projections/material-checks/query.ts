/** GETs of counts of old material: list, record, lines, latest day, history, export, and the lots to weigh. */
import { sql } from 'slonik';
import type { Route } from 'services/contracts/route';
import { gramsFromMg } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import {
  MaterialCheckLine,
  RESULTS,
  differenceOf,
  materialCheckStream,
  resultOf,
} from 'services/material-check/contract';
import { materialCheckManifest } from 'services/material-check/manifest';
import { lotNo } from 'services/old-material/contract';
import { documentEndpoints, type DocumentEndpoints, type Viewer } from '../documents/endpoints.ts';
import type { HistoryWords } from '../documents/history.ts';
import { ofOneShop } from '../documents/piece-documents.ts';
import { MADE_BY, columnsOf, figuresOf, namesOf, sheetOf, storedOf, tellingOf, wordsOf } from '../documents/reading.ts';
import type { StoredOf } from '../documents/reading.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { equals } from '../platform/queries/where-clauses.ts';
import { hidesBooks } from './blind.ts';
import {
  MaterialCheckLineRow,
  MaterialCheckQuery,
  MaterialCheckRecord,
  MaterialCheckRow,
  materialCheckFields,
  materialCheckLine,
} from './contract.ts';
import { lotsToWeighRoute } from './lots-to-weigh.ts';
import { movedSince } from './moved-since.ts';
import { materialChecks, storedMaterialCheck } from './projector.ts';

type StoredCheckRow = StoredOf<typeof storedMaterialCheck, MaterialCheckLine>;
const StoredMaterialCheck = storedOf(storedMaterialCheck, MaterialCheckLine);

const tell = tellingOf<typeof materialCheckFields, StoredCheckRow>(materialCheckFields);
const present = (row: StoredCheckRow, user: SessionUser): MaterialCheckRow => tell(row, {}, user);
const tellLine = tellingOf<typeof materialCheckLine, MaterialCheckLine>(materialCheckLine);
/** What the books have of a line, as far as it may be told. */
const judged = (line: MaterialCheckLine, hidden: boolean) =>
  hidden
    ? { book: null, difference: null, result: '' }
    : {
        book: gramsFromMg(line.bookMg),
        difference: gramsFromMg(differenceOf(line)),
        result: RESULTS[resultOf(line)],
      };
const presentLines = async (
  { db }: QueryDeps,
  row: StoredCheckRow,
  { user, asOf }: Viewer,
): Promise<MaterialCheckLineRow[]> => {
  const hidden = hidesBooks(row, user);
  const moved = await movedSince(db, row, asOf);
  return row.lines.map((line) => {
    const more = { lotNo: lotNo(line.lotId), weigher: line.weigher.name, moved: moved.get(line.lotId) ?? '' };
    return tellLine(line, { ...more, ...judged(line, hidden) }, user);
  });
};

/** JL10008 足金光圈戒指 称得9.900g: what the books had is told by the count alone. */
const lineInWords: HistoryWords['line'] = (line) => {
  const what = [line['fineness'], line['style'], line['category']].join('');
  return `${lotNo(Number(line['lotId']))} ${what} 称得${gramsFromMg(Number(line['weighedMg'] ?? 0)).toFixed(3)}g`;
};
const inWords = wordsOf(materialCheckFields, () => ['', '']);

const KEYS = materialCheckManifest.permission;
const {
  shopOf: _shopOf,
  shop,
  ...oneShop
} = ofOneShop<MaterialCheckQuery>(({ fineness }) => [equals(sql.fragment`d.fineness`, fineness)]);
const MATERIAL_CHECKS: DocumentEndpoints<MaterialCheckQuery, typeof StoredMaterialCheck, typeof MaterialCheckRow> = {
  ...oneShop,
  projection: materialChecks.live,
  tables: { live: sql.fragment`live.material_checks`, versions: sql.fragment`live.material_check_versions` },
  stream: materialCheckStream,
  day: materialChecks.day,
  columns: () => columnsOf(storedMaterialCheck),
  names: namesOf(storedMaterialCheck),
  stored: StoredMaterialCheck,
  path: materialCheckManifest.path,
  label: '旧料盘点',
  list: `${KEYS}:list`,
  view: [`${KEYS}:list`, `${KEYS}:edit`],
  name: materialChecks.name,
  words: async (deps, user, events) => ({ ...(await inWords(deps, user, events)), line: lineInWords }),
  query: MaterialCheckQuery,
  row: MaterialCheckRow,
  present,
  exported: sheetOf(materialCheckFields, [
    'no',
    'checkAt',
    'shopName',
    'fineness',
    'lineCount',
    'lossWeight',
    'gainWeight',
    'lossCost',
    'gainCost',
    ...MADE_BY,
  ]),
  figures: { of: figuresOf(materialCheckFields), shop, kind: materialCheckManifest.kind },
  record: {
    data: MaterialCheckRecord,
    of: async (deps, row, seen) => ({
      ...present(row, seen.user),
      hidden: hidesBooks(row, seen.user),
      lotList: await presentLines(deps, row, seen),
    }),
  },
  lines: [
    {
      path: `${materialCheckManifest.path}-detail/list`,
      parameter: 'materialCheckId',
      row: MaterialCheckLineRow,
      of: presentLines,
    },
  ],
};

// The fixed address before that of one document (R33).
export default (deps: QueryDeps): Route[] => [lotsToWeighRoute(deps), ...documentEndpoints(deps, MATERIAL_CHECKS)];
