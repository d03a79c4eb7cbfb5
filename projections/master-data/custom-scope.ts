/** Whose rows of an installation's own table are shown (R109): each keeps its maker and his department then. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { SessionUser } from 'services/contracts/user';
import { inScope } from 'services/platform/base/maker-scope';

/** null: nothing is asked, for that is all. */
export const madeInScope = (table: string, user: SessionUser): FragmentSqlToken | null => {
  const { rows } = user;
  if (rows === 'all') return null;
  // No department here is none: nothing was written before departments were kept.
  return inScope(sql.fragment`${sql.identifier([table])}`, { ...user, rows: { ...rows, before: [] } });
};
