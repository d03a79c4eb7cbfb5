/** 旧料回收: what the registry joins. */
import { recycleStream } from 'services/recycle/contract';
import { recycleManifest } from 'services/recycle/manifest';
import { documentReads } from '../documents/read-slice.ts';
import recycles, { recycleVersions } from './projector.ts';
import queries from './query.ts';

export const recycleReads = documentReads(recycleManifest, {
  title: '旧料回收',
  projections: [recycles, recycleVersions],
  queries,
  stream: recycleStream,
  lines: ['-detail'],
});
