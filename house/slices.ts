/** The slices of this house; start/house.ts mounts what they hand over. Those of documents are found by their manifests. */
import type { DocumentManifest } from '../services/contracts/manifest.ts';
import { MANIFESTS } from '../services/contracts/manifests.ts';
import type { JoinedReads } from '../services/contracts/joined-services.ts';
import { approvalSlice } from '../services/approval/slice.ts';
import { balanceDesk, createBalances } from '../services/balance/balances.ts';
import { BALANCE } from '../services/balance/contract.ts';
import { balanceCustodian } from '../services/balance/custodian.ts';
import { documentsOf, leavingDesk } from '../services/balance/leaving.ts';
import { cashDesk } from '../services/cash-report/desk.ts';
import { cashReportSlice, dueDepsOf } from '../services/cash-report/slice.ts';
import { closeSlice } from '../services/close/slice.ts';
import { exceptionSlice } from '../services/exception/slice.ts';
import { generatorSlice } from '../services/generator/slice.ts';
import { GIFT } from '../services/gift/contract.ts';
import { giftCustodian } from '../services/gift/custodian.ts';
import { createGifts } from '../services/gift/gifts.ts';
import { PIECE } from '../services/goods/contract.ts';
import { pieceCustodian } from '../services/goods/custodian.ts';
import { createPieces, pieceMoments, pieceTimes } from '../services/goods/pieces.ts';
import { goldRecountSlice } from '../services/gold-recount/slice.ts';
import { jobSlice } from '../services/jobs/slice.ts';
import { jewelPriceSlice } from '../services/jewel-price/slice.ts';
import { backupSlice } from '../services/backup/slice.ts';
import { logSealSlice } from '../services/log-seal/slice.ts';
import { masterDataSlice } from '../services/master-data/slice.ts';
import { monitorSlice } from '../services/monitor/slice.ts';
import { OLD_MATERIAL } from '../services/old-material/contract.ts';
import { oldMaterialCustodian } from '../services/old-material/custodian.ts';
import type { SliceDeps, SliceModule } from '../services/platform/slice/slice.ts';
import { materialDesk } from '../services/old-material/desk.ts';
import { printingSlice } from '../services/printing/slice.ts';
import { goldPrices } from '../services/quoted-price/board.ts';
import { quotedPriceSlice } from '../services/quoted-price/slice.ts';
import { POINTS } from '../services/points/contract.ts';
import { pointsCustodian } from '../services/points/custodian.ts';
import { createPoints } from '../services/points/points.ts';
import { pointsSlice } from '../services/points/slice.ts';
import { selfAuditSlice } from '../services/self-audit/slice.ts';
import { returnedLines } from '../services/sale/return-lines.ts';
import { CHECK } from '../services/stock-check/contract.ts';
import { checkCustodian } from '../services/stock-check/custodian.ts';
import { shopperSlice } from '../services/shopper/slice.ts';
import { standingWordSlice } from '../services/standing-word/slice.ts';
import { auditedChecks } from '../services/stock-check/differences.ts';
import { warrantySlice } from '../services/warranty/slice.ts';
import { systemSlice } from '../services/system/slice.ts';

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
      [OLD_MATERIAL]: oldMaterialCustodian,
      [GIFT]: giftCustodian,
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
  load = (folder: string): Promise<unknown> => import(`../services/${folder}/slice.ts`),
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
