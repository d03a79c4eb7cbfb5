/** The console from `site/`, pictures from DATA_DIR/files, and the page for addresses that the console knows. */
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { sendEnvelope } from './errors.ts';
import { isShopperPage, shopperPageOf } from './shopper-pages.ts';

/** A content hash in the name (`shell-4f2a9c1b.js`): the file never changes. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.(js|mjs|css|woff2?|svg|png|webp|wasm|json|map)$/;
const NOT_PAGES = /^\/(api|static|swagger|healthz|readyz|metrics|ws|wslogout)(\/|$|\?)/;
const YEAR = 'public, max-age=31536000, immutable';

const pathnameOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';
const wantsPage = (request: FastifyRequest): boolean => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (NOT_PAGES.test(request.url)) return false;
  const isPage = isShopperPage(request.url) || path.extname(pathnameOf(request)) === '';
  return isPage && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
};

/** Pictures that an object storage took. */
export type PicturesElsewhere = Pick<ObjectStorage, 'find' | 'read' | 'origins'>;
/** Text of the file by which the messaging app proves whose domain it is; null: there is none of that name. */
export type CheckFile = (name: string) => Promise<string | null>;
const CHECK_FILE = /^\/([\w-]+\.txt)$/;
const checkTextOf = async (request: FastifyRequest, checkFile: CheckFile | undefined): Promise<string | null> => {
  const [, name] = /^(GET|HEAD)$/.test(request.method) ? (CHECK_FILE.exec(pathnameOf(request)) ?? []) : [];
  return name === undefined || checkFile === undefined ? null : checkFile(name);
};
type Site = {
  readonly siteDir: string;
  readonly filesDir: string;
  readonly elsewhere?: PicturesElsewhere;
  readonly checkFile?: CheckFile;
};

const PICTURE = /^\/static\/uploadfile\/(thumb\/)?([^/]+)$/;
type PictureRequest = { readonly name: string; readonly which: 'full' | 'thumb'; readonly here: boolean };
const askedPicture = ({ method, url: address }: FastifyRequest): PictureRequest | null => {
  const url = URL.parse(address, 'http://house');
  const [, thumb, name] = PICTURE.exec(url?.pathname ?? '') ?? [];
  if (url === null || name === undefined || !/^(GET|HEAD)$/.test(method)) return null;
  return { name, which: thumb === undefined ? 'full' : 'thumb', here: url.searchParams.has('here') };
};
/** Leads to a picture that is not in the folder; `?here`: the picture itself, for whoever may not load from elsewhere. */
const sendElsewhere = async (
  { name, which, here }: PictureRequest,
  reply: FastifyReply,
  elsewhere: PicturesElsewhere,
): Promise<boolean> => {
  if (here) {
    const bytes = await elsewhere.read(name, which);
    if (bytes !== null) reply.header('cache-control', YEAR).type('image/webp').send(bytes);
    return bytes !== null;
  }
  const found = await elsewhere.find(name, which);
  if (found !== null) reply.header('cache-control', `private, max-age=${found.seconds}`).redirect(found.url);
  return found !== null;
};

export const serveSite = async (
  app: FastifyInstance,
  { siteDir, filesDir, elsewhere, checkFile }: Site,
): Promise<void> => {
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
  app.setNotFoundHandler(async (request, reply) => {
    const picture = elsewhere === undefined ? null : askedPicture(request);
    if (elsewhere !== undefined && picture !== null && (await sendElsewhere(picture, reply, elsewhere))) return reply;
    const checkText = await checkTextOf(request, checkFile);
    if (checkText !== null)
      return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(checkText);
    if (hasSite && wantsPage(request)) {
      const page = isShopperPage(request.url) ? shopperPageOf(siteDir, pathnameOf(request)) : 'index.html';
      if (page === null) return sendEnvelope(reply, 404, '页面不存在');
      return reply.header('cache-control', 'no-cache').sendFile(page, siteDir, { cacheControl: false });
    }
    return sendEnvelope(reply, 404, '页面不存在');
  });
};
