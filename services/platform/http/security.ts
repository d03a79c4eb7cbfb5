/** Security headers: scripts strict, styles may be inline (the component library needs it), nothing embeds us. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Answers that no window is made of: opened as a page they may do nothing, and what only pages heed is not sent. */
const DATA = /^(application\/json|text\/css)/;
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const OF_PAGES = [
  'cross-origin-opener-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

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

export type Security = {
  readonly siteDir: string;
  /** A proxy terminates TLS: HSTS is sent. */
  readonly behindTls: boolean;
  /** Port of the print service on the user's own machine. */
  readonly printServicePort: number;
};
/** Registers the headers. */
export const secure = async (app: FastifyInstance, security: Security): Promise<void> => {
  const { siteDir, behindTls, printServicePort } = security;
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", `ws://127.0.0.1:${printServicePort}`, `ws://localhost:${printServicePort}`],
        workerSrc: ["'self'", 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: behindTls ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: false,
  });
  const hashes = hashesOfSite(siteDir);
  app.addHook('onSend', async (request, reply) => {
    if (DATA.test(String(reply.getHeader('content-type') ?? ''))) {
      reply.header('content-security-policy', NOTHING);
      for (const name of OF_PAGES) reply.removeHeader(name);
      return;
    }
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()');
    const strict = String(reply.getHeader('content-security-policy') ?? '');
    reply.header('content-security-policy', strict.replace("script-src 'self'", `script-src 'self' ${hashes()}`));
    // The administration shows the API documentation inside a page of its own.
    if (!request.url.startsWith('/swagger')) return;
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
    reply.header('x-frame-options', 'SAMEORIGIN');
  });
};
