/** What lies in the database of a house, read beside it: rows, and a digest of each table that is shown. */
import pg from 'pg';

export const rowsOf = async (url: string, statement: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
};
export const digestsOf = async (url: string): Promise<Record<string, unknown>> => {
  const tables = await rowsOf(url, `select viewname from pg_views where schemaname = 'live' order by viewname`);
  const found = tables.map(async ({ viewname }) => {
    const rows = await rowsOf(
      url,
      `select count(*)::int as rows, md5(string_agg(t::text, chr(10) order by t::text)) as digest from live."${String(viewname)}" t`,
    );
    return [viewname, rows[0]] as const;
  });
  return Object.fromEntries(await Promise.all(found));
};
