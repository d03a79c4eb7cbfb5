/** 旧料出库: what the registry joins. */
import { recycleOutStream } from 'services/recycle-out/contract';
import { recycleOutManifest } from 'services/recycle-out/manifest';
import { documentReads } from '../documents/read-slice.ts';
import recycleOuts, { recycleOutVersions } from './projector.ts';
import queries from './query.ts';

export const recycleOutReads = documentReads(recycleOutManifest, {
  title: '旧料出库',
  projections: [recycleOuts, recycleOutVersions],
  queries,
  stream: recycleOutStream,
  lines: ['-detail'],
});
