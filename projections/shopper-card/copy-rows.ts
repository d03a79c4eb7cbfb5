/** How tables of a person's copy are made (R67): texts as people read them, the newest {@link MOST} rows of each. */
import { cut } from 'services/contracts/limits';
import type { CopySection } from './contract.ts';
import { shopMoment } from './moments.ts';

export const MOST = 500;
export const clock = (moment: string): string => cut(shopMoment(moment), 'yyyy-MM-dd HH:mm'.length).replace('T', ' ');
type Table = Pick<CopySection, 'title' | 'heads'> & {
  readonly rows: readonly (readonly string[])[];
  readonly count?: number;
};
export const part = ({ title, heads, rows, count = rows.length }: Table): CopySection => ({
  title,
  note: count > MOST ? `只列最近${MOST}条，更早的请到门店查询` : '',
  heads: [...heads],
  rows: rows.slice(0, MOST).map((row) => [...row]),
});
