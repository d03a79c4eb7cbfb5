/** 首饰质检: what the registry joins. */
import { inspectionStream } from 'services/inspection/contract';
import { inspectionManifest } from 'services/inspection/manifest';
import handovers from '../documents/handovers.ts';
import { documentReads } from '../documents/read-slice.ts';
import inspections, { inspectionVersions } from './projector.ts';
import queries from './query.ts';

export const inspectionReads = documentReads(inspectionManifest, {
  title: '首饰质检',
  projections: [inspections, inspectionVersions, handovers],
  more: { [handovers.name]: '单据转交' },
  queries,
  stream: inspectionStream,
  lines: ['-detail'],
});
