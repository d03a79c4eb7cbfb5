/** Schemas and `table.sql` files of projections. */
import { readFileSync } from 'node:fs';
import { columnType } from 'services/contracts/values';
import type { Projection } from '../projection/projection.ts';

/** A column of an opened table as the server describes it. */
export type Column = { readonly name: string; readonly type: string; readonly isArray: boolean };

/** `stock-on-hand`, version 2, run 0 → `p_stock_on_hand_v2`; later runs of one version end in `_r<n>`. */
export const schemaName = (name: string, version: number, run: number): string =>
  `p_${name.replaceAll('-', '_')}_v${version}${run === 0 ? '' : `_r${run}`}`;

const PIECES = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'"$;]+|[\s\S]/g;

/** Splits a script at its semicolons; comments fall away, quoted text stays whole. */
export function statementsOf(script: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const [piece] of script.matchAll(PIECES)) {
    if (piece === ';') {
      statements.push(current.trim());
      current = '';
    } else if (!piece.startsWith('--') && !piece.startsWith('/*')) current += piece;
  }
  statements.push(current.trim());
  return statements.filter((statement) => statement !== '');
}

/** `quantity {pieces} NOT NULL`: a column is of the type that the table of values gives its kind. */
export const typed = (script: string): string =>
  script.replaceAll(/\{(\w+)\}/g, (_, kind: string) => {
    const type = columnType(kind);
    if (type === undefined) throw new RangeError(`no kind of value: ${kind}`);
    return type;
  });

/** The statements as they are declared. */
export const scriptOf = ({ ddl }: Pick<Projection, 'ddl'>): string =>
  typeof ddl === 'string' ? ddl : readFileSync(ddl, 'utf8');

export type Ddl = { readonly tables: readonly string[]; readonly indexes: readonly string[] };
/** A projection's statements: indexes apart, because a rebuild makes them after the load. */
export function ddlOf(projection: Projection): Ddl {
  const statements = statementsOf(typed(scriptOf(projection)));
  const isIndex = (statement: string) => /^create\s+(unique\s+)?index\b/i.test(statement);
  return {
    tables: statements.filter((statement) => !isIndex(statement)),
    indexes: statements.filter(isIndex),
  };
}

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
