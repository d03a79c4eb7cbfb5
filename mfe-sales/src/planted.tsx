import type { X } from '../../services/transfer/planted-target.ts';
export type Y = X;
