/** A migration that brings the page of a record and its keys into the menu of every installation. */
import type { Plan } from '../plan.ts';
import { inComment, quoted, sqlText } from '../source.ts';

const migrationSql = (page: string): string => `SELECT master.plant_page(${sqlText(page)}::jsonb, true);`;
export const migrationOf = ({ title, module }: Plan, number: string, page: string): string =>
  `/** ${inComment(title)}: its page and keys in the menu; no role gets any. */
import type { Migration } from '../../platform/base/migrate.ts';

const migration: Migration = {
  id: 'custom-${number}-${module}-menu',
  sql: ${quoted(migrationSql(page))},
};
export default migration;
`;
