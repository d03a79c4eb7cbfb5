import { expect, test, vi } from 'vitest';
import { pictureUrl, thumbUrl } from './picture-url.ts';

// The data module brings the whole component library along.
const session = vi.hoisted(() => ({ oxs: undefined as unknown }));
vi.mock('root-config/api', () => ({ sessionStore: { get: () => ({ user: { oxs: session.oxs } }) } }));

test.each([
  ['ring.webp', '/static/uploadfile/ring.webp', '/static/uploadfile/thumb/ring.webp'],
  ['/static/uploadfile/ring.webp', '/static/uploadfile/ring.webp', '/static/uploadfile/thumb/ring.webp'],
  ['/static/uploadfile/thumb/ring.webp', '/static/uploadfile/ring.webp', '/static/uploadfile/thumb/ring.webp'],
  ['https://pictures.example/ring.webp', 'https://pictures.example/ring.webp', 'https://pictures.example/ring.webp'],
])('%s has its picture and its thumbnail', (name, picture, thumb) => {
  expect(pictureUrl(name)).toBe(picture);
  expect(thumbUrl(name)).toBe(thumb);
});

test('pictures lie on this server unless the settings name a storage', () => {
  expect(pictureUrl('ring.webp')).toBe('/static/uploadfile/ring.webp');
  session.oxs = { IsOxs: 'true', FrontUrl: 'https://pictures.example/' };
  expect(pictureUrl('ring.webp')).toBe('https://pictures.example/ring.webp');
  expect(thumbUrl('ring.webp')).toBe('https://pictures.example/ring.webp');
  session.oxs = { IsOxs: 'false', FrontUrl: 'https://pictures.example/' };
  expect(pictureUrl('ring.webp')).toBe('/static/uploadfile/ring.webp');
  session.oxs = undefined;
});
