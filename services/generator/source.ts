/** Writing TypeScript and SQL: whatever people called a table or column stays a text there, and never becomes code. */

/** Controls and characters that turn or hide text are no part of a name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** On one line, of what can be seen. */
export const plainName = (text: string): string => text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim();

/** As a literal; the formatter chooses its quotes. */
export const quoted = (text: string): string => JSON.stringify(text);
/** In a comment. */
export const inComment = (text: string): string => text.replaceAll('*/', '* /');
/** In a template literal. */
export const inTemplate = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${');
/** An identifier of SQL, as whoever made the table wrote it. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Parts that are there, one a line. */
export const lines = (...parts: readonly (string | false | readonly string[])[]): string =>
  parts
    .flat()
    .filter((part) => part !== false && part !== '')
    .join('\n');

/** What a file imports, named where it is used. */
export class Imports {
  readonly #from = new Map<string, Set<string>>();

  /** Says `name` of `module`, and remembers it; types as `type Name`. */
  use(module: string, name: string): string {
    const names = this.#from.get(module) ?? new Set();
    this.#from.set(module, names.add(name));
    return name.replace(/^type /, '');
  }

  toString(): string {
    const bare = (name: string): string => name.replace(/^type /, '');
    return [...this.#from]
      .toSorted(([one], [other]) => Number(one.startsWith('.')) - Number(other.startsWith('.')) || compare(one, other))
      .map(([module, names]) => {
        const isType = (name: string): number => Number(name.startsWith('type '));
        const sorted = [...names].toSorted(
          (one, other) => isType(one) - isType(other) || compare(bare(one), bare(other)),
        );
        return sorted.every((name) => name.startsWith('type '))
          ? `import type { ${sorted.map(bare).join(', ')} } from '${module}';`
          : `import { ${sorted.join(', ')} } from '${module}';`;
      })
      .join('\n');
  }
}
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
