/** Which pictures are nowhere: neither in the folder nor taken by an object storage. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';

const AT_ONCE = 64;
const isHere = (folder: string, name: string): Promise<boolean> =>
  access(path.join(folder, name)).then(
    () => true,
    () => false,
  );
const Name = z.object({ name: z.string() });
export const missingFrom = async (
  db: DatabasePool,
  folder: string,
  names: readonly string[],
): Promise<readonly string[]> => {
  const absent: string[] = [];
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    const here = await Promise.all(some.map((name) => isHere(folder, name)));
    absent.push(...some.filter((_, index) => here[index] !== true));
  }
  if (absent.length === 0) return [];
  const elsewhere = await db.anyFirst(sql.type(Name)`
    SELECT name FROM master.upload WHERE name = ANY (${sql.array(absent, 'text')})`);
  const kept = new Set(elsewhere);
  return absent.filter((name) => !kept.has(name));
};
