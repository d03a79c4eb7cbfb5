import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { publishedRelease, tellRelease } from './site-release.ts';

const site = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return folder;
};
test('what is published while the house runs is known a second later', () => {
  const folder = site();
  let now = 0;
  const release = publishedRelease(folder, () => now);
  expect(release()).toBe(null);
  fs.writeFileSync(path.join(folder, 'release'), 'abc\n');
  expect(release()).toBe(null);
  now = 1_000;
  expect(release()).toBe('abc');
});
test('answers of the API carry it, pages do not', async () => {
  const folder = site();
  fs.writeFileSync(path.join(folder, 'release'), 'abc');
  const app = fastify();
  onTestFinished(() => app.close());
  tellRelease(app, folder);
  app.get('/api/v1/x', async () => 'x');
  app.get('/index', async () => 'page');
  expect((await app.inject('/api/v1/x')).headers['x-release']).toBe('abc');
  expect((await app.inject('/api/v1/none')).headers['x-release']).toBe('abc');
  expect((await app.inject('/index')).headers['x-release']).toBe(undefined);
});
