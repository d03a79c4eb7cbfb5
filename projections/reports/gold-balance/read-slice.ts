/** 金料平衡: what the registry joins. */
import goldLosses from '../../gold/losses.ts';
import goldMoves from '../../gold/projector.ts';
import type { ReadSlice } from '../../platform/routes/read-slice.ts';
import { keepRecounting } from '../../gold-recount/runner.ts';
import { untilSeen } from '../../gold-recount/run.ts';
import queries from './query.ts';

export const goldBalanceReads: ReadSlice = {
  projections: [goldMoves, goldLosses],
  queries,
  work: ({ waitFor, ...deps }, signal) =>
    keepRecounting({ ...deps, caughtUp: (position) => untilSeen(waitFor, position) }, signal),
  readsFrom: [
    {
      paths: ['/report-gold-balance'],
      projections: [
        'gold-moves',
        'gold-losses',
        'goods-turnover',
        'goods-flow',
        'old-material-lots',
        'old-material-moves',
      ],
      streamOf: () => null,
    },
  ],
  titles: { 'gold-moves': '金料流水', 'gold-losses': '熔炼损耗' },
};
