/**
 * Whose a row is (R109): who made it, and his department then, frozen in columns that every table of documents has.
 * A department is 0 for people without one, null where the event does not say it.
 */
import type { Recorded } from 'services/event-store/port';

export const MADE_BY_COLUMNS = { created_by_id: '{id} NOT NULL', created_dept_id: '{id}' } as const;
export type MakerColumns = { readonly created_by_id: number; readonly created_dept_id: number | null };
export const madeBy = ({ meta }: Pick<Recorded, 'meta'>): MakerColumns => ({
  created_by_id: meta.userId,
  created_dept_id: meta.deptId === undefined ? null : (meta.deptId ?? 0),
});
