/** What the audit of an exit, and its coming back, ask a word for (R135). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { Action, Judged, JudgedDocument, Saver } from '../documents/desk-rules.ts';
import type { PieceDesk } from '../goods/contract.ts';
import { LOSS_LIMIT, buyingTerms, lossLimitBp } from '../old-material/contract.ts';
import type { GoldPrices } from '../quoted-price/contract.ts';
import type { RecycleOutHeader, RecycleOutLine } from './contract.ts';
import { lossAsk, soldAsk, type Metal } from './loss.ts';

export type ExitRules = {
  readonly lookup: Pick<MasterLookup, 'setting' | 'finenesses'>;
  readonly goldPrices: GoldPrices;
  readonly pieces: Pick<PieceDesk, 'view'>;
};

/** What the pieces are made of that the metal became. */
const piecesOf = async ({ pieces }: ExitRules, barcodes: readonly string[]): Promise<readonly Metal[]> => {
  const views = await Promise.all(barcodes.map((barcode) => pieces.view(barcode)));
  return views.flatMap((view) =>
    // What was withdrawn since is no piece any more.
    view === null || view.stage === 'withdrawn'
      ? []
      : [{ fineness: view.attributes.fineness, weightMg: view.attributes.netWeightMg * view.received }],
  );
};
/** A word for what is lost between out and back; none within the limit. */
export const lossAsks = async (
  { lookup }: Pick<ExitRules, 'lookup'>,
  path: string,
  { out, back }: { readonly out: readonly Metal[]; readonly back: readonly Metal[] },
): Promise<readonly WordAsk[]> => {
  const [finenesses, limit] = await Promise.all([lookup.finenesses(), lookup.setting(LOSS_LIMIT)]);
  const ask = lossAsk({ path, out, back, finenesses, limitBp: lossLimitBp(limit) });
  return ask === null ? [] : [ask];
};

export const judgeExit =
  (rules: ExitRules) =>
  async (
    action: Action,
    { header, lines }: JudgedDocument<RecycleOutHeader, RecycleOutLine>,
    { now }: Saver,
  ): Promise<Judged> => {
    if (action !== 'audit') return {};
    if (header.kind === '3') {
      const back = await piecesOf(rules, header.barcodes);
      return { asks: await lossAsks(rules, 'goodsList', { out: lines, back }) };
    }
    if (header.kind !== '4') return {};
    const ask = soldAsk(lines, header.priceFen, await buyingTerms(rules, header.outOn, now));
    return { asks: ask === null ? [] : [ask] };
  };
