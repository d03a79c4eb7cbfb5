import { x } from '../../services/transfer/planted-target.ts';
export const y = x;
