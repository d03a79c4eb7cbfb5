/** The slices of this house; main.ts mounts what they hand over. Those of documents are found by their manifests. */
import type { DocumentManifest } from './contracts/manifest.ts';
import { MANIFESTS } from './contracts/manifests.ts';
import type { JoinedReads } from './contracts/joined-services.ts';
import { approvalSlice } from './approval/slice.ts';
import { balanceDesk, createBalances } from './balance/balances.ts';
import { BALANCE } from './balance/contract.ts';
import { balanceCustodian } from './balance/custodian.ts';
import { documentsOf, leavingDesk } from './balance/leaving.ts';
import { cashDesk } from './cash-report/desk.ts';
import { cashReportSlice, dueDepsOf } from './cash-report/slice.ts';
import { closeSlice } from './close/slice.ts';
import { exceptionSlice } from './exception/slice.ts';
import { generatorSlice } from './generator/slice.ts';
import { GIFT } from './gift/contract.ts';
import { giftCustodian } from './gift/custodian.ts';
import { createGifts } from './gift/gifts.ts';
import { PIECE } from './goods/contract.ts';
import { pieceCustodian } from './goods/custodian.ts';
import { createPieces, pieceMoments, pieceTimes } from './goods/pieces.ts';
import { goldRecountSlice } from './gold-recount/slice.ts';
import { jobSlice } from './jobs/slice.ts';
import { jewelPriceSlice } from './jewel-price/slice.ts';
import { backupSlice } from './backup/slice.ts';
import { logSealSlice } from './log-seal/slice.ts';
import { masterDataSlice } from './master-data/slice.ts';
import { monitorSlice } from './monitor/slice.ts';
import { OLD_MATERIAL } from './old-material/contract.ts';
import { oldMaterialCustodian } from './old-material/custodian.ts';
import type { SliceDeps, SliceModule } from './platform/slice.ts';
import { materialDesk } from './old-material/desk.ts';
import { printingSlice } from './printing/slice.ts';
import { goldPrices } from './quoted-price/board.ts';
import { quotedPriceSlice } from './quoted-price/slice.ts';
import { POINTS } from './points/contract.ts';
import { pointsCustodian } from './points/custodian.ts';
import { createPoints } from './points/points.ts';
import { pointsSlice } from './points/slice.ts';
import { selfAuditSlice } from './self-audit/slice.ts';
import { returnedLines } from './sale/return-lines.ts';
import { CHECK } from './stock-check/contract.ts';
import { checkCustodian } from './stock-check/custodian.ts';
import { shopperSlice } from './shopper/slice.ts';
import { standingWordSlice } from './standing-word/slice.ts';
import { auditedChecks } from './stock-check/differences.ts';
import { warrantySlice } from './warranty/slice.ts';
import { systemSlice } from './system/slice.ts';

const join = (deps: SliceDeps): JoinedReads => {
  const pieces = createPieces(deps);
  const gifts = createGifts(deps);
  const balances = createBalances(deps);
  const points = createPoints(deps);
  const moments = pieceMoments(deps);
  return {
    pieces,
    // What documents find when they name a custodian: a new one is one line here.
    custodians: {
      [PIECE]: pieceCustodian(pieces),
      [OLD_MATERIAL]: oldMaterialCustodian(deps.store),
      [GIFT]: giftCustodian(gifts),
      [POINTS]: pointsCustodian(points),
      [BALANCE]: balanceCustodian(balances),
      [CHECK]: checkCustodian(deps.store),
    },
    gifts,
    balances: balanceDesk(balances),
    leaving: leavingDesk({
      ...deps,
      pool: deps.master,
      documentsOf: async (id) => documentsOf([await balances.stateOf(id), await points.stateOf(id)]),
    }),
    moments,
    times: pieceTimes(deps),
    checks: auditedChecks(deps.store, moments),
    returned: returnedLines(deps.store),
    material: materialDesk(deps.store),
    goldPrices: goldPrices(deps.store, deps.master),
    cash: cashDesk({ ...dueDepsOf(deps), quick: deps.bindings, log: deps.log }),
  };
};

/** Default export of `services/<folder>/slice.ts`, where the folder has a manifest. */
type JoinSlice = (joined: typeof join) => SliceModule;
const isJoined = (found: unknown): found is { readonly default: JoinSlice } =>
  typeof found === 'object' && found !== null && 'default' in found && typeof found.default === 'function';
/**
 * The slices in the folders of these documents.
 * @throws {TypeError} when a folder's slice.ts has no function as its default export.
 */
export const documentSlices = (
  manifests: readonly DocumentManifest[],
  load = (folder: string): Promise<unknown> => import(`./${folder}/slice.ts`),
): Promise<SliceModule[]> =>
  Promise.all(
    manifests.map(async ({ folder }) => {
      const found = await load(folder);
      if (!isJoined(found)) throw new TypeError(`services/${folder}/slice.ts hands over no slice`);
      return found.default(join);
    }),
  );

export const slices: readonly SliceModule[] = [
  systemSlice,
  masterDataSlice,
  quotedPriceSlice,
  jewelPriceSlice,
  goldRecountSlice,
  jobSlice,
  selfAuditSlice,
  monitorSlice,
  printingSlice,
  pointsSlice(join),
  cashReportSlice,
  approvalSlice,
  standingWordSlice,
  exceptionSlice,
  shopperSlice,
  warrantySlice,
  closeSlice,
  generatorSlice,
  logSealSlice,
  backupSlice,
  ...(await documentSlices(MANIFESTS)),
];
