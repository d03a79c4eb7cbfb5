/** An R-number cited in code resolves in docs/rules.md; an ADR that is named exists. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, filesOf, textOf } from './sources.ts';

const rules = textOf('docs/rules.md');
const documented = new Set([...rules.matchAll(/\*\*(R\d+)\b/g)].map(([, rule]) => rule!));
const sources = filesOf('*.ts', '*.tsx', '*.mjs', '*.sql', '*.css', '*.md').filter((file) => file !== 'docs/rules.md');

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `R${from + n}`);
test('R1 … R53, R59, R60, R63 and R65 … R162, R167, R169 and R170 are all there', () => {
  expect([...documented].toSorted()).toEqual(
    [...numbered(1, 53), 'R59', 'R60', 'R63', ...numbered(65, 162), 'R167', 'R169', 'R170'].toSorted(),
  );
});
test('every rule that code and documents cite exists', () => {
  let cited = 0;
  const unknown: string[] = [];
  for (const file of sources) {
    let text: string;
    try {
      text = textOf(file);
    } catch {
      continue;
    }
    for (const [, rule] of text.matchAll(/(?<![\w"'#])(R[1-9]\d*)(?=[\s,;:).§–-])/g)) {
      cited += 1;
      if (!documented.has(rule!)) unknown.push(`${file}: ${rule}`);
    }
  }
  expect(unknown).toEqual([]);
  expect(cited).toBeGreaterThan(100);
});
test('decisions are numbered without gaps', () => {
  const decisions = readdirSync(path.join(ROOT, 'docs/adr')).filter((name) => name !== 'README.md');
  const numbers = decisions.map((name) => Number(name.slice(0, 4)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});
