/** 退供应商: what the registry joins. */
import { supplierReturnStream } from 'services/supplier-return/contract';
import { supplierReturnManifest } from 'services/supplier-return/manifest';
import { documentReads } from '../documents/read-slice.ts';
import supplierReturns, { supplierReturnVersions } from './projector.ts';
import queries from './query.ts';

export const supplierReturnReads = documentReads(supplierReturnManifest, {
  title: '退供应商',
  projections: [supplierReturns, supplierReturnVersions],
  queries,
  stream: supplierReturnStream,
  lines: ['-detail'],
});
