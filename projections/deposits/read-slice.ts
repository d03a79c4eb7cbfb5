/** 定金储值: what the registry joins. */
import { depositStream } from 'services/deposit/contract';
import { depositManifest } from 'services/deposit/manifest';
import { documentReads } from '../documents/read-slice.ts';
import deposits, { depositVersions } from './projector.ts';
import queries from './query.ts';

export const depositReads = documentReads(depositManifest, {
  title: '定金储值',
  projections: [deposits, depositVersions],
  queries,
  stream: depositStream,
  lines: ['-detail'],
});
