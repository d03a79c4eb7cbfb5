import { expect, test } from 'vitest';
import { pictureUrl, thumbUrl } from './picture-url.ts';

test.each([
  ['ring.webp', '/static/uploadfile/ring.webp', '/static/uploadfile/thumb/ring.webp'],
  ['/static/uploadfile/ring.webp', '/static/uploadfile/ring.webp', '/static/uploadfile/thumb/ring.webp'],
  ['/static/uploadfile/thumb/ring.webp', '/static/uploadfile/ring.webp', '/static/uploadfile/thumb/ring.webp'],
  ['https://pictures.example/ring.webp', 'https://pictures.example/ring.webp', 'https://pictures.example/ring.webp'],
])('%s has its picture and its thumbnail', (name, picture, thumb) => {
  expect(pictureUrl(name)).toBe(picture);
  expect(thumbUrl(name)).toBe(thumb);
});
