/** Two small projections over made-up events, for the platform's own tests. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { keyed, ledger, type Projection, type Row } from '../projection/projection.ts';
import type { Log } from '../following/log.ts';

export const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A `table.sql` in a temporary folder. */
export function ddlFile(text: string): URL {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'jewel-ddl-')), 'table.sql');
  writeFileSync(file, text);
  return pathToFileURL(file);
}

type Stock = Row & {
  readonly code: string;
  readonly shop: number;
  readonly num: number;
  readonly tags: readonly string[];
};

/** Rows per code and shop; a row whose number falls to 0 goes. `Exploded` throws, `TooMuch` breaks a check constraint. */
type Changes = { version?: number; factor?: number; ddl?: URL };
export const stock = (changes: Changes = {}): Projection =>
  keyed<Stock>({
    name: 'sample-stock',
    version: changes.version ?? 1,
    table: 'sample_stock',
    ddl: changes.ddl ?? stockDdl,
    events: ['Received', 'Moved', 'Exploded', 'TooMuch'],
    key: 'code',
    identity: ['code', 'shop'],
    keyOf: (event) => String(event.data['code']),
    fold: (rows, event) => {
      if (event.type === 'Exploded') throw new Error('boom');
      if (event.type === 'TooMuch') return [{ code: String(event.data['code']), shop: 1, num: 1_000_001, tags: [] }];
      const num = Number(event.data['num']) * (changes.factor ?? 1);
      const shop = Number(event.data['shop']);
      const row = rows.find((one) => one.shop === shop);
      const rest = rows.filter((one) => one !== row);
      const left = (row?.num ?? 0) + num;
      if (left === 0) return rest;
      const code = String(event.data['code']);
      return [...rest, { code, shop, num: left, tags: [...(row?.tags ?? []), `${event.type}\t"${num}"\\`].slice(-2) }];
    },
  });

const stockDdl = ddlFile(`
  -- one row per code and shop; a comment with a ; semicolon
  create table sample_stock (
    code text not null, shop int not null, num bigint not null check (num < 1000000), tags text[] not null,
    primary key (code, shop)
  );
  create index sample_stock_num on sample_stock (num);
`);

export const movements = ledger<Row & { readonly code: string }>({
  name: 'sample-movements',
  version: 1,
  table: 'sample_movements',
  ddl: ddlFile(`
    create table sample_movements (
      position bigint not null, line int not null, at timestamptz not null, code text not null, primary key (position, line)
    );
    create index sample_movements_code on sample_movements (code);
  `),
  events: ['Received', 'Moved'],
  rows: (event) => [{ code: String(event.data['code']) }, { code: `${String(event.data['code'])}'` }],
});
