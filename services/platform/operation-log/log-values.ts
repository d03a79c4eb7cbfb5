/**
 * The names, addresses and routes that the logs hold, each once: some thousand, so that any piece of one finds the rows
 * of those that have it among millions (R105).
 */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import type { Log } from '../base/log.ts';
import { blank, likePattern, type IndexedCondition } from '../base/text-search.ts';
import type { Entry } from './entry.ts';

/** Columns whose values are kept; of a route its titles besides. */
type Field = 'ipaddr' | 'oper_ip' | 'oper_name' | 'route' | 'username';
type Value = { readonly field: Field; readonly value: string; readonly detail?: string };

/** Adds what is not there; in one order, so that two who add the same do not wait for each other. */
export const addValues = (values: readonly Value[]): FragmentSqlToken => {
  const sorted = values.toSorted((one, other) => (one.field + one.value < other.field + other.value ? -1 : 1));
  const column = (of: (value: Value) => string) => sql.array(sorted.map(of), 'text');
  return sql.fragment`
    INSERT INTO master.log_value (field, value, detail)
    SELECT * FROM unnest(${column(({ field }) => field)}, ${column(({ value }) => value)}, ${column(({ detail = '' }) => detail)})
    ON CONFLICT DO NOTHING`;
};
/** Of rows whose process ended before it came to their values. */
const addRecent = sql.fragment`
  INSERT INTO master.log_value (field, value, detail)
  SELECT DISTINCT held.field, held.value, held.detail FROM master.command AS c, LATERAL (VALUES
    ('oper_ip', c.oper_ip, ''), ('oper_name', c.oper_name, ''), ('route', c.route, c.title)) AS held (field, value, detail)
  WHERE c.logged AND NOT c.hidden AND c.oper_time > now() - interval '1 hour' ON CONFLICT DO NOTHING`;

/** What was added is remembered; beyond so many it is asked anew. */
const MAX_KNOWN = 50_000;

export class LogValues {
  readonly #db: CommonQueryMethods;
  readonly #log: Log;
  readonly #known = new Set<string>();

  constructor(db: CommonQueryMethods, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  /** Adds what a row of the operation log holds; undefined when all of it is known, as nearly always. */
  keep({ oper_ip, oper_name, route, title }: Entry): Promise<void> | undefined {
    const values: readonly Value[] = [
      { field: 'oper_ip', value: String(oper_ip) },
      { field: 'oper_name', value: String(oper_name) },
      { field: 'route', value: String(route), detail: String(title) },
    ];
    const fresh = values.filter((value) => !this.#known.has(keyOf(value)));
    return fresh.length === 0 ? undefined : this.#add(fresh);
  }

  async keepRecent(): Promise<void> {
    await this.#db.query(sql.unsafe`${addRecent}`);
  }

  async #add(values: readonly Value[]): Promise<void> {
    try {
      await this.#db.query(sql.unsafe`${addValues(values)}`);
    } catch (error) {
      // The next row that holds them tries again.
      return this.#log.warn('values of the operation log', { error });
    }
    if (this.#known.size > MAX_KNOWN) this.#known.clear();
    for (const value of values) this.#known.add(keyOf(value));
  }
}
const keyOf = ({ field, value, detail = '' }: Value): string => `${field}\n${value}\n${detail}`;

/** Rows whose `field` is a value that holds the text, whatever its case. */
export const holdsValue = (alias: string, field: Field, text: string | undefined): IndexedCondition | null => {
  if (blank(text)) return null;
  const name = sql.identifier([alias, field]);
  return {
    walking: sql.fragment`position(lower(${text}) IN lower(${name})) > 0`,
    indexed: sql.fragment`${name} = ANY(ARRAY(
      SELECT v.value FROM master.log_value AS v WHERE v.field = ${field} AND v.value ILIKE ${likePattern(text)}))`,
  };
};
type Kind = { readonly route: FragmentSqlToken; readonly title: FragmentSqlToken };
type Matches = (kind: Kind) => FragmentSqlToken;
const routesOf = (matches: Matches): FragmentSqlToken => sql.fragment`
  SELECT DISTINCT v.value FROM master.log_value AS v
  WHERE v.field = 'route' AND ${matches({ route: sql.fragment`v.value`, title: sql.fragment`v.detail` })}`;
/** Rows of the routes that `matches` holds of, `POST /role` being one; and of these those of which `rest` holds. */
export const ofRoutes = (
  alias: string,
  matches: Matches,
  rest = sql.fragment`TRUE`,
): Pick<IndexedCondition, 'indexed' | 'each'> => {
  const column = sql.identifier([alias, 'route']);
  const values = routesOf(matches);
  return {
    indexed: sql.fragment`(${column} = ANY(ARRAY(${values})) AND ${rest})`,
    each: { column: sql.fragment`${column}`, values, rest },
  };
};
