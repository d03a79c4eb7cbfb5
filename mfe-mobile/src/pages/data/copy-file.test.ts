import { expect, test } from 'vitest';
import { copyFile } from './copy-file.ts';

test('the copy is a page with each table; what was typed is text and never markup', () => {
  const heads = ['项目', '内容'];
  const page = copyFile({
    at: '2026-11-28T18:30:00.000+08:00',
    parts: [
      { title: '基本资料', note: '', heads, rows: [['备注', '<script>"甲"&乙</script>']] },
      { title: '礼品', note: '只列最近500条', heads, rows: [] },
    ],
  });
  expect(page).toContain('<td>&lt;script&gt;&quot;甲&quot;&amp;乙&lt;/script&gt;</td>');
  expect(page).not.toContain('<script');
  expect(page).toContain('<h2>礼品</h2><p>只列最近500条</p><p>没有记录</p>');
  expect(page).toContain('2026年11月28日');
});
