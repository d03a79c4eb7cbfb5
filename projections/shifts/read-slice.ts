/** 交班: what the registry joins. */
import { shiftStream } from 'services/shift/contract';
import { shiftManifest } from 'services/shift/manifest';
import { documentReads } from '../documents/read-slice.ts';
import tillMoney from '../till-money/projector.ts';
import shifts, { shiftVersions } from './projector.ts';
import queries from './query.ts';

export const shiftReads = documentReads(shiftManifest, {
  title: '交班',
  projections: [shifts, shiftVersions, tillMoney],
  more: { 'till-money': '收银台金额' },
  queries,
  stream: shiftStream,
  lines: ['-detail'],
});
