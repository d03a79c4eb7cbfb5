/** Which release of the console is published: said on every answer of the API, so that a page from before knows. */
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Written by the deployment, beside the page that has it too. */
const FILE = 'release';
const LOOK_MS = 1_000;

/** null where no site is. The file is looked at once a second at most. */
export const publishedRelease = (siteDir: string, now = () => performance.now()): (() => string | null) => {
  let known: { readonly at: number; readonly release: string | null } | null = null;
  const read = (): string | null => {
    try {
      return fs.readFileSync(path.join(siteDir, FILE), 'utf8').trim() || null;
    } catch {
      return null;
    }
  };
  return () => {
    if (known === null || now() - known.at >= LOOK_MS) known = { at: now(), release: read() };
    return known.release;
  };
};

export const tellRelease = (app: FastifyInstance, siteDir: string): void => {
  const release = publishedRelease(siteDir);
  app.addHook('onRequest', (request, reply, done) => {
    const published = request.url.startsWith('/api/') ? release() : null;
    if (published !== null) reply.header('x-release', published);
    done();
  });
};
