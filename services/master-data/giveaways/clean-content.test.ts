/** What is left of rich text (S1§2.6, R34). */
import { expect, test } from 'vitest';
import { cleanContent } from './clean-content.ts';

const PICTURE = '<img src="/static/uploadfile/0f3c-1a.webp" alt="福袋" />';

test.each([
  ['<p>满额即赠</p><script>alert(1)</script>', '<p>满额即赠</p>'],
  ['<p onclick="alert(1)">到店领取</p>', '<p>到店领取</p>'],
  ['<iframe src="https://example.com"></iframe><p>好礼</p>', '<p>好礼</p>'],
  ['<p>礼<svg onload=alert(1)></svg></p>', '<p>礼</p>'],
  ['<a href="javascript:alert(1)">点我</a>', '点我'],
  ['<p style="position:fixed;background:url(//x)">礼</p>', '<p>礼</p>'],
  ['<style>body{display:none}</style><p>礼</p>', '<p>礼</p>'],
  ['<math><mtext><img src=x onerror=alert(1)></mtext></math><p>礼</p>', '<p>礼</p>'],
])('%s becomes %s (S1§2.6/3)', (html, clean) => expect(cleanContent(html)).toBe(clean));

test.each([
  'data:image/png;base64,AAAA',
  'https://example.com/a.webp',
  '//example.com/a.webp',
  '/static/uploadfile/../../secret.webp',
  '/static/uploadfile/a.svg',
  'javascript:alert(1)',
])('a picture from %s is left out (S1§2.6/3)', (src) => {
  expect(cleanContent(`<p>礼</p><img src="${src}">`)).toBe('<p>礼</p>');
});

test('what the editor makes is kept: headings, lists, sizes from 12 to 36, own pictures (S1§2.6/1)', () => {
  const kept = [
    '<h1>金秋好礼</h1><h6>细则</h6>',
    '<p style="text-align:center"><span style="font-size:36px">赠</span><strong>粗</strong><em>斜</em><u>线</u><s>删</s></p>',
    `<ul><li><p>一</p></li></ul><ol><li><p>二</p></li></ol><blockquote><p>引</p></blockquote><hr />${PICTURE}`,
  ].join('');
  expect(cleanContent(kept)).toBe(kept);
  expect(cleanContent('<span style="font-size:72px">大</span>')).toBe('<span>大</span>');
});

test('it is clean already: a second time changes nothing, and emptiness is empty (S1§2.6/1)', () => {
  const once = cleanContent(`<h2>礼<script>x</script></h2>${PICTURE}<p>💍 A & B < C</p>`);
  expect(cleanContent(once)).toBe(once);
  for (const nothing of ['', '<p></p>', '<p>&nbsp; </p><p><br></p>', '<script>x</script>']) {
    expect(cleanContent(nothing)).toBe('');
  }
  expect(cleanContent(PICTURE)).toBe(PICTURE);
});
