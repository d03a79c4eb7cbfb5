/** 首饰盘点: what the registry joins. */
import { checkStream } from 'services/stock-check/contract';
import { checkManifest } from 'services/stock-check/manifest';
import { documentReads } from '../documents/read-slice.ts';
import { stockCheckCounts, stockChecks, stockCheckVersions } from './projector.ts';
import queries from './query.ts';

export const stockCheckReads = documentReads(checkManifest, {
  title: '首饰盘点',
  projections: [stockChecks, stockCheckVersions, stockCheckCounts],
  more: { [stockCheckCounts.name]: '盘点数量' },
  queries,
  stream: checkStream,
  lines: ['-detail'],
});
