/** 首饰调拨: what the registry joins. */
import { transferStream } from 'services/transfer/contract';
import { transferManifest } from 'services/transfer/manifest';
import { documentReads } from '../documents/read-slice.ts';
import transfers, { transferVersions } from './projector.ts';
import queries from './query.ts';

export const transferReads = documentReads(transferManifest, {
  title: '首饰调拨',
  projections: [transfers, transferVersions],
  queries,
  stream: transferStream,
  lines: ['-detail'],
});
