import type { X } from '../transfer/contract.ts';
export type Y = X;
