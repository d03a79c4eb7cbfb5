/** Security headers: scripts strict, styles may be inline (the component library needs it), nothing embeds us. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isShopperPage } from './shopper-pages.ts';

/** Answers that no window is made of: opened as a page they may do nothing, and what only pages heed is not sent. */
const DATA = /^(application\/json|text\/css)/;
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** `'sha256-…'` of every inline script of a page: the import map. */
export const inlineScriptHashes = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, body]) =>
      `'sha256-${createHash('sha256')
        .update(body ?? '')
        .digest('base64')}'`,
  );

/** Hashes of the console's page as it is now: a micro-frontend deployed meanwhile changes its import map. */
const hashesOfSite = (siteDir: string): (() => string) => {
  const page = path.join(siteDir, 'index.html');
  let known = { changedAt: -1, hashes: '' };
  return () => {
    const changedAt = fs.statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? -1;
    if (changedAt !== known.changedAt) {
      known = { changedAt, hashes: changedAt < 0 ? '' : inlineScriptHashes(fs.readFileSync(page, 'utf8')).join(' ') };
    }
    return known.hashes;
  };
};

/** The administration shows the API documentation and the form builder inside pages of its own (R104). */
const FRAMED = /^\/(?:swagger|form-generator\/)/;

export type Security = {
  readonly siteDir: string;
  /** A proxy terminates TLS: HSTS is sent. */
  readonly behindTls: boolean;
  /** Port of the print service on the user's own machine. */
  readonly printServicePort: number;
  /** Where pictures may lie, beside this server. */
  readonly elsewhere?: { readonly origins: () => Promise<readonly string[]> };
};
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join(';');
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const OF_PAGES = {
  'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

/** What a page may do that changes while the house runs: its inline scripts, and where its pictures lie. */
type PageAllowance = { readonly hashes: string; readonly pictures: string };
/** Headers of data, of a page that is allowed this, and of one that may stand in a frame of ours. */
const headersFor = ({ hashes, pictures }: PageAllowance, { behindTls, printServicePort: port }: Security) => {
  const always = { ...ALWAYS, ...(behindTls && { 'strict-transport-security': 'max-age=31536000' }) };
  const connect = `connect-src 'self' ws://127.0.0.1:${port} ws://localhost:${port}`;
  const images = `img-src 'self' data: blob: ${pictures}`.trimEnd();
  const policy = `${POLICY};${images};${connect};script-src 'self' ${hashes}`.trimEnd();
  const page = (ancestors: string, frames: string) => ({
    ...always,
    ...OF_PAGES,
    'content-security-policy': `${policy};frame-ancestors '${ancestors}'`,
    'x-frame-options': frames,
  });
  /** Nothing of the console: its own scripts, this house alone, and no page hears where a shopper came from (R159). */
  const shopper = {
    ...always,
    ...OF_PAGES,
    'content-security-policy': `${POLICY};${images};connect-src 'self';script-src 'self';frame-ancestors 'none'`,
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  };
  return {
    shopper,
    data: { ...always, 'content-security-policy': NOTHING },
    alone: page('none', 'DENY'),
    framed: page('self', 'SAMEORIGIN'),
  };
};

/** Adds the headers to every answer; made once, not for each. */
export const secure = (app: FastifyInstance, security: Security): void => {
  const hashes = hashesOfSite(security.siteDir);
  const allowedNow = async (): Promise<PageAllowance> => ({
    hashes: hashes(),
    pictures: ((await security.elsewhere?.origins()) ?? []).join(' '),
  });
  const headersOf = (allowed: PageAllowance) => ({ allowed, headers: headersFor(allowed, security) });
  let known = headersOf({ hashes: hashes(), pictures: '' });
  app.addHook('onSend', async (request, reply, payload) => {
    if (DATA.test(String(reply.getHeader('content-type') ?? ''))) {
      reply.headers(known.headers.data);
      return payload;
    }
    const now = await allowedNow();
    if (now.hashes !== known.allowed.hashes || now.pictures !== known.allowed.pictures) known = headersOf(now);
    const { framed, shopper, alone } = known.headers;
    reply.headers(FRAMED.test(request.url) ? framed : isShopperPage(request.url) ? shopper : alone);
    return payload;
  });
};
