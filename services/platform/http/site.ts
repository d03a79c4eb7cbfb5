/** The console from `site/`, pictures from DATA_DIR/files, and the page for addresses that the console knows. */
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendEnvelope } from './errors.ts';

/** A content hash in the name (`shell-4f2a9c1b.js`): the file never changes. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.(js|mjs|css|woff2?|svg|png|webp|wasm|json|map)$/;
const NOT_PAGES = /^\/(api|static|swagger|healthz|readyz|metrics|ws|wslogout)(\/|$|\?)/;
const YEAR = 'public, max-age=31536000, immutable';

const wantsPage = (request: FastifyRequest): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (NOT_PAGES.test(request.url)) return false;
  const [pathname = ''] = request.url.split('?');
  return path.extname(pathname) === '' && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
};

export const serveSite = async (app: FastifyInstance, siteDir: string, filesDir: string): Promise<void> => {
  const hasSite = fs.existsSync(path.join(siteDir, 'index.html'));
  if (hasSite) {
    await app.register(fastifyStatic, {
      root: siteDir,
      prefix: '/',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, file) => {
        const named = file.replace(/\.(br|gz)$/, '');
        reply.header('cache-control', HASHED.test(named) ? YEAR : 'no-cache');
      },
    });
  }
  fs.mkdirSync(filesDir, { recursive: true, mode: 0o700 });
  await app.register(fastifyStatic, {
    root: filesDir,
    prefix: '/static/uploadfile/',
    decorateReply: !hasSite,
    index: false,
    immutable: true,
    maxAge: '365d',
  });
  app.setNotFoundHandler((request, reply) => {
    if (hasSite && wantsPage(request)) {
      return reply.header('cache-control', 'no-cache').sendFile('index.html', siteDir, { cacheControl: false });
    }
    return sendEnvelope(reply, 404, '页面不存在');
  });
};
