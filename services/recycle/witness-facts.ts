/** What others saw of a recycle order (R142): its money, its lines, who took it in. */
import { judgesOf } from '../documents/witnessed-kind.ts';
import type { RecycleLine } from '../old-material/contract.ts';
import { recycleStream, type RecycleHeader } from './contract.ts';
import { recycleManifest } from './manifest.ts';

export const recycleWitness = judgesOf<RecycleHeader, RecycleLine>({
  manifest: recycleManifest,
  stream: recycleStream,
  places: { paid: 'oldFee', lines: 'recycleList', methods: 'balanceList' },
  factsOf: ({ header, lines }) => ({
    paidFen: -header.oldFeeFen,
    methods: header.payments,
    sellers: [header.seller.id],
    lines: lines.map(({ fineness, weightMg, lossRatioBp, priceFen }) => [fineness, weightMg, lossRatioBp, priceFen]),
  }),
});
