/** What of a case file is signed. Nothing here knows the house: a stranger's checker reads the same. */
import { createHash } from 'node:crypto';
import type { SealBody } from '../chain.ts';

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';
export const PUBLIC_KEY = 'public-key.pem';
export const DATA = 'data.json';
export const EVENTS = 'events.ndjson';
export const READABLE = '卷宗.html';
export const marksFile = (no: number): string => `seals/${no}.marks`;

export type ListedFile = { readonly name: string; readonly bytes: number; readonly sha256: string };
/** `list` of data.json, whose `field` (each times `times`) adds up to the figure at `total`, both paths by points. */
export type Sum = {
  readonly title: string;
  readonly list: string;
  readonly field: string;
  readonly times?: string | undefined;
  readonly total: string;
};
/** A seal of the log as it was signed, without its marks, which lie in a file beside. */
export type CoveringSeal = SealBody & { readonly signature: string };
export type CaseManifest = {
  /** Version of this shape. */
  readonly caseFile: 1;
  readonly title: string;
  readonly madeBy: string;
  /** ISO 8601. `at`: the moment it shows. */
  readonly madeAt: string;
  readonly at: string;
  /** Last position of the log at that moment. */
  readonly position: number;
  readonly events: number;
  /** Of these, whose content its maker may not see: only their digests are here. */
  readonly withheld: number;
  readonly persons: boolean;
  readonly cost: boolean;
  readonly sums: readonly Sum[];
  readonly seals: readonly CoveringSeal[];
  readonly files: readonly ListedFile[];
};

export const sha256Hex = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
