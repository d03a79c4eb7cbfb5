import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MFES, TOGETHER } from './shared-deps.mjs';
import { BUDGET, firstListSize, isBuilt } from './size.mjs';

const repo = join(import.meta.dirname, '../..');
const importMap = (): Record<string, string> =>
  (
    JSON.parse(readFileSync(join(repo, 'root-config/dist/importmap.shared.json'), 'utf8')) as {
      imports: Record<string, string>;
    }
  ).imports;

/** `import{a as b,c}from"react"` → a, c */
const importedNames = (code: string, specifier: string): string[] =>
  [...code.matchAll(new RegExp(`import\\{([^}]*)\\}from["']${specifier}["']`, 'g'))].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().split(' as ')[0] ?? ''),
  );

describe.skipIf(!isBuilt())('the built console', () => {
  it('signs in and shows its first list within the budget', () => {
    const { js, css, total, requests } = firstListSize();
    expect.soft(js).toBeLessThanOrEqual(BUDGET.js);
    expect.soft(css).toBeLessThanOrEqual(BUDGET.css);
    expect.soft(total).toBeLessThanOrEqual(BUDGET.total);
    expect.soft(requests).toBeLessThanOrEqual(BUDGET.requests);
  });

  it('hands every name out that a micro-frontend imports from the common facade', () => {
    const facade = readFileSync(join(repo, 'root-config/dist', importMap()['react'] ?? ''), 'utf8');
    const [, list = ''] = /export\s*\{([^}]*)\}/.exec(facade) ?? [];
    const offered = new Set(list.split(',').map((each) => each.trim().split(' as ').at(-1)));
    const missing = MFES.flatMap((name: string) => {
      const folder = join(repo, name, 'dist');
      const code = readdirSync(folder).filter((file) => file.endsWith('.js'));
      return code.flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        return Object.keys(TOGETHER)
          .flatMap((specifier) => importedNames(text, specifier))
          .filter((each) => !offered.has(each));
      });
    });
    expect(offered.size).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });
});
