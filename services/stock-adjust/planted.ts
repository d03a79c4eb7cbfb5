import type { X } from '../transfer/planted-target.ts';
export type Y = X;
