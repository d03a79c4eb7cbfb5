import { expect, it } from 'vitest';
import { isHashed } from './deploy.mjs';

it('compresses every page anew, and scripts and sheets with a hash in their name once', () => {
  for (const page of ['wx-userinfo', 'wx-giveaway', 'wx-consents', 'wx-bill', 'v'])
    expect(isHashed(`shopper/${page}.html`), page).toBe(false);
  expect(['assets/index-CVS9v98k.js', 'mfe-mobile/page-BPMERL4U.css'].every(isHashed)).toBe(true);
  expect(['importmap.json', 'wx/worker.js', 'wall-worker.js'].some(isHashed)).toBe(false);
});
