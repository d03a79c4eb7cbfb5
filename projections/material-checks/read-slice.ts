/** 旧料盘点: what the registry joins. */
import { materialCheckStream } from 'services/material-check/contract';
import { materialCheckManifest } from 'services/material-check/manifest';
import { documentReads } from '../documents/read-slice.ts';
import materialChecks, { materialCheckVersions } from './projector.ts';
import queries from './query.ts';

export const materialCheckReads = documentReads(materialCheckManifest, {
  title: '旧料盘点',
  projections: [materialChecks, materialCheckVersions],
  queries,
  stream: materialCheckStream,
  lines: ['-detail'],
});
