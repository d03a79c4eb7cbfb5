/** 报损报溢: what the registry joins. */
import { adjustStream } from 'services/stock-adjust/contract';
import { adjustManifest } from 'services/stock-adjust/manifest';
import { documentReads } from '../documents/read-slice.ts';
import stockAdjusts, { stockAdjustVersions } from './projector.ts';
import queries from './query.ts';

export const stockAdjustReads = documentReads(adjustManifest, {
  title: '报损报溢',
  projections: [stockAdjusts, stockAdjustVersions],
  queries,
  stream: adjustStream,
  lines: ['-detail'],
});
