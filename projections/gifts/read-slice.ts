/** 赠品入库: what the registry joins. */
import { giftInStream } from 'services/gift/contract';
import { giftManifest } from 'services/gift/manifest';
import { documentReads } from '../documents/read-slice.ts';
import giftIns, { giftInVersions } from './projector.ts';
import queries from './query.ts';

export const giftReads = documentReads(giftManifest, {
  title: '赠品入库',
  projections: [giftIns, giftInVersions],
  queries,
  stream: giftInStream,
  lines: [],
});
