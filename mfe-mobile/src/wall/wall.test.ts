import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shopOf } from './board.ts';
import { pictureAddress } from './pictures.ts';
import { isOtherRelease } from './release.ts';
import { contentText, momentText, priceText, sinceText } from './words.ts';
import { kindOf } from './worker-rules.ts';

test('times are the house’s as it wrote them, whatever clock and zone the television has', () => {
  expect([
    momentText('2026-01-02T03:04:59.000+08:00'),
    sinceText('2026-11-28T09:00:00.000+08:00'),
    sinceText(null),
  ]).toEqual(['1月2日 03:04', '11月28日 09:00 起执行', '']);
  expect([780, 1234.5, 0.05, 12_345_678].map(priceText)).toEqual(['780.00', '1,234.50', '0.05', '12,345,678.00']);
  expect([contentText('999.9'), contentText('')]).toEqual(['999.9‰', '']);
});
test('the shop is read from the address; what is no number is asked for as nobody’s', () => {
  expect(['', '?shop=', '?shop=7', '?a=1&shop=12', '?shopping=3'].map(shopOf)).toEqual(['', '', '7', '12', '']);
  expect(['?shop=%E4%B8%80', '?shop=1%202', '?shop=<b>', `?shop=${'9'.repeat(40)}`].map(shopOf)).toEqual([
    '0',
    '0',
    '0',
    '0',
  ]);
});
test('pictures come from the house itself, and nothing else does', () => {
  expect(pictureAddress('a1.webp')).toBe('/static/uploadfile/a1.webp?here=1');
  expect(pictureAddress('/static/uploadfile/b.png?x=1')).toBe('/static/uploadfile/b.png?here=1');
  expect(['', 'a"b', 'https://elsewhere.example/', 'a b.png'].map(pictureAddress)).toEqual(['', '', '', '']);
});
test('the worker takes part in its page, its script and pictures, never in a call', () => {
  const release = { name: 'r', script: '/mfe-mobile/wall-1.js' };
  const kind = (pathname: string, asked: object = {}) =>
    kindOf({ method: 'GET', mode: 'no-cors', url: `http://house${pathname}`, ...asked }, release, 'http://house');
  const navigate = { mode: 'navigate' };
  expect([
    kind('/report-price?shop=7', navigate),
    kind('/report-price/', navigate),
    kind('/report-price-x', navigate),
  ]).toEqual(['page', 'page', null]);
  expect([
    kind('/mfe-mobile/wall-1.js'),
    kind('/mfe-mobile/wall-2.js'),
    kind('/static/uploadfile/a.webp?here=1'),
  ]).toEqual(['script', null, 'picture']);
  expect([kind('/api/v1/base-quoted-price/public'), kind('/report-price', { method: 'POST', ...navigate })]).toEqual([
    null,
    null,
  ]);
  expect(
    kindOf({ method: 'GET', mode: 'no-cors', url: 'http://other/static/uploadfile/a' }, release, 'http://house'),
  ).toBeNull();
});
test('a page that stands for months hears of another release', () => {
  const page = '<script defer src="/mfe-mobile/wall-abc123.js"></script>';
  expect(isOtherRelease(page, '/mfe-mobile/wall-old.js')).toBe(true);
  expect(isOtherRelease(page, '/mfe-mobile/wall-abc123.js')).toBe(false);
  expect(isOtherRelease('<html>请登录网络</html>', '/mfe-mobile/wall-old.js')).toBe(false);
});
test('the page asks nothing of a browser that is younger than 2015', () => {
  const young =
    /\.(?:at|flat|flatMap|includes|padStart|padEnd|replaceAll|toSorted|toReversed|matchAll|append|prepend|replaceChildren|replaceWith|closest|toggleAttribute)\(|Object\.(?:entries|values|fromEntries|hasOwn)|AbortController|URLSearchParams|ResizeObserver|\bfetch\(|structuredClone|queueMicrotask|globalThis/;
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^worker/.test(name));
  expect(files).toContain('main.ts');
  const found = files.flatMap((name) => {
    const [hit] = young.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    return hit === undefined ? [] : [`${name}: ${hit}`];
  });
  expect(found).toEqual([]);
  const sheet = readFileSync(join(folder, 'wall.css'), 'utf8');
  expect(/clamp\(|(?:^|\s)gap:|display: grid|var\(--|\dd?vh;?.*dvh|inset:|\saspect-ratio: /.exec(sheet)).toBeNull();
});
