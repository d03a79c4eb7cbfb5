/** Which answers put a document on paper (R142): those of documents that take or pay money. */
import { expect, test } from 'vitest';
import { SHOWN_PAPERS } from './shown-papers.ts';

test('orders, old gold and deposits are papers that somebody was told', () => {
  for (const [path, kind] of [
    ['/biz-sell/print/:id', 'invoice'],
    ['/base-print-template/print-data/recycle/:id', 'recycle'],
    ['/base-print-template/print-data/deposit/:id', 'deposit'],
  ] as const)
    expect(SHOWN_PAPERS.get(path)).toBe(kind);
  expect(SHOWN_PAPERS.has('/base-print-template/print-data/label/:id')).toBe(false);
  expect([...SHOWN_PAPERS.keys()].filter((path) => path.includes('export'))).toEqual([]);
});
