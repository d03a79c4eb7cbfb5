/** The statements behind a GET of the goods list, as text and values for a plain driver. */
import goodsInQueries from '../../projections/goods-in/query.ts';
import { admin } from './support.mjs';

/** Runs the query once over `pool` and answers what it asked the database. */
export const loggedStatements = async (pool, path) => {
  const asked = [];
  const logging = (method) => (query) => {
    asked.push({
      name: `bare-${asked.length}-${hash(query.sql)}`,
      text: query.sql.replaceAll('$slonik_', '$'),
      values: [...query.values],
    });
    return pool[method](query);
  };
  const db = { any: logging('any'), oneFirst: logging('oneFirst') };
  const [list] = goodsInQueries({ db, now: () => new Date('2026-11-20T10:00:00+08:00'), store: undefined });
  const search = new URL(path, 'http://house').searchParams;
  const given = Object.fromEntries([...new Set(search.keys())].map((key) => [key, search.getAll(key)]));
  const query = list.query.parse(
    Object.fromEntries(Object.entries(given).map(([key, all]) => [key, all.length > 1 ? all : all[0]])),
  );
  const answer = await list.handler({ query, user: admin });
  if (!Array.isArray(answer.data?.list)) throw new Error(`${path}: ${JSON.stringify(answer).slice(0, 200)}`);
  return asked;
};

const hash = (text) => {
  let value = 0;
  for (let i = 0; i < text.length; i += 1) value = (Math.imul(value, 31) + text.charCodeAt(i)) >>> 0;
  return value.toString(36);
};
