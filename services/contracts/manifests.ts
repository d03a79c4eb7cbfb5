/** The kinds of documents of this house: a new one is one line here. Their order is that of print kinds and templates. */
import { depositManifest } from '../deposit/manifest.ts';
import { giftManifest } from '../gift/manifest.ts';
import { goodsManifest } from '../goods/manifest.ts';
import { inspectionManifest } from '../inspection/manifest.ts';
import { materialCheckManifest } from '../material-check/manifest.ts';
import { recycleManifest } from '../recycle/manifest.ts';
import { recycleOutManifest } from '../recycle-out/manifest.ts';
import { saleManifest } from '../sale/manifest.ts';
import { shiftManifest } from '../shift/manifest.ts';
import { adjustManifest } from '../stock-adjust/manifest.ts';
import { checkManifest } from '../stock-check/manifest.ts';
import { supplierReturnManifest } from '../supplier-return/manifest.ts';
import { transferManifest } from '../transfer/manifest.ts';
import type { DocumentManifest } from './manifest.ts';

export const MANIFESTS: readonly DocumentManifest[] = [
  goodsManifest,
  saleManifest,
  transferManifest,
  supplierReturnManifest,
  checkManifest,
  adjustManifest,
  inspectionManifest,
  recycleManifest,
  recycleOutManifest,
  materialCheckManifest,
  giftManifest,
  depositManifest,
  shiftManifest,
];

/** Keys with which pieces, suppliers or customers may be looked up: those of the documents that name them. */
export const lookUpKeys = (what: keyof DocumentManifest['looksUp'], manifests = MANIFESTS): string[] =>
  manifests.flatMap(({ permission, looksUp }) => (looksUp[what] ?? []).map((action) => `${permission}:${action}`));
