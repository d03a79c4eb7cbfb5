/** A line of what is handed in to be mended or cleaned, while it is typed (S1§2.1, §3). Wire units. Pure. */
import type { SaleCleanLineRow } from 'projections/sales/contract';
import { newId } from 'root-config/api';
import { REPAIR_WORDS } from 'services/sale/contract';

/** What is not typed yet is undefined. `key` names the line in the grid; `no` and `state` are those of a saved one. */
export type CleanLine = {
  readonly key: string;
  readonly id: number | undefined;
  readonly no: string;
  readonly state: string;
  readonly type: string;
  readonly style: string;
  readonly fineness: string;
  readonly weight: number | undefined;
  readonly stone: string;
  readonly stoneCt: number | undefined;
  readonly stoneP: number | undefined;
  readonly second: string;
  readonly secondCt: number | undefined;
  readonly secondP: number | undefined;
  readonly price: number | undefined;
  readonly remark: string;
  readonly promiseAt: string;
  readonly takeAt: string;
  readonly takeBy: string;
};
export const blankCleanLine = (): CleanLine => ({
  key: newId(),
  id: undefined,
  no: '',
  state: '',
  type: '',
  style: '',
  fineness: '',
  weight: undefined,
  stone: '',
  stoneCt: undefined,
  stoneP: undefined,
  second: '',
  secondCt: undefined,
  secondP: undefined,
  price: undefined,
  remark: '',
  promiseAt: '',
  takeAt: '',
  takeBy: '',
});
export const savedCleanLine = (row: SaleCleanLineRow): CleanLine => ({ ...row, key: `#${row.id}` });

/** Once it went on since it was received, a line stays as it is. */
export const isBegun = ({ state }: Pick<CleanLine, 'state'>): boolean =>
  state !== '' && state !== REPAIR_WORDS.received;
/** When it is fetched is said at its first save; from then on the screen of repairs says so. */
export const isNewLine = ({ id }: Pick<CleanLine, 'id'>): boolean => id === undefined;

/** As the body has it. */
export const cleanLineBody = ({ key: _key, no: _no, state: _state, ...line }: CleanLine) => line;
