/** Whose rows a role shows (S2§4): what several come to (R109), and one compared with another. Pure. */
import { NO_ROWS, type RowScope } from '../contracts/user.ts';

export const DATA_SCOPES = ['1', '2', '3', '4', '5'] as const;
/** 1 all, 2 the ticked departments, 3 the own department, 4 with all below it, 5 the own rows. */
export type DataScope = { readonly dataScope: string; readonly deptIds: readonly number[] };

export type OwnScope = {
  readonly scopes: readonly DataScope[];
  readonly deptId: number | null;
  /** The own department and all below it. */
  readonly below: ReadonlySet<number>;
};

/** Departments whose rows a scope shows; the own rows alone are none. */
export const deptsOf = ({ deptId, below }: OwnScope, { dataScope, deptIds }: DataScope): ReadonlySet<number> => {
  if (dataScope === '2') return new Set(deptIds);
  if (dataScope === '4') return below;
  return new Set(dataScope === '3' && deptId !== null ? [deptId] : []);
};
/** Scopes that follow whoever holds them, the wider ones last. */
const FOLLOWING = ['5', '3', '4'];
const coveredBy = (mine: OwnScope, own: DataScope, granted: DataScope): boolean => {
  if (own.dataScope === '1') return true;
  const seen = deptsOf(mine, own);
  if (granted.dataScope === '2') return own.dataScope !== '5' && granted.deptIds.every((id) => seen.has(id));
  const rank = FOLLOWING.indexOf(granted.dataScope);
  return rank >= 0 && rank <= FOLLOWING.indexOf(own.dataScope);
};
/** Whether somebody with these scopes may hand this one on. */
export const mayHandOn = (own: OwnScope, granted: DataScope): boolean =>
  granted.dataScope === '5' || own.scopes.some((scope) => coveredBy(own, scope, granted));

const ALL = '1';
/** Departments and people that several scopes come to; a department that nobody has shows his own rows instead. */
export const rowsOf = (own: OwnScope): Exclude<RowScope, 'all'> | 'all' => {
  if (own.scopes.some(({ dataScope }) => dataScope === ALL)) return 'all';
  if (own.scopes.length === 0) return NO_ROWS;
  const deptIds = new Set(own.scopes.flatMap((scope) => [...deptsOf(own, scope)]));
  const ofHimself = ({ dataScope }: DataScope) =>
    dataScope !== '2' && (own.deptId === null || !['3', '4'].includes(dataScope));
  return { own: own.scopes.some(ofHimself), deptIds: [...deptIds].toSorted((one, other) => one - other), before: [] };
};
