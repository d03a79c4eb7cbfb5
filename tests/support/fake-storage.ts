/**
 * An object storage that speaks S3: it checks every signature by its own reckoning (headers and signed addresses, with
 * their expiry), keeps objects in memory, and can refuse, hang, be full or take only the first of several.
 */
import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type StorageMood = 'well' | 'refuses' | 'hangs' | 'full' | 'full-after-one' | 'broken';
export type FakeStorage = {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  readonly key: { readonly id: string; readonly secret: string };
  readonly bucket: string;
  /** Objects by key. */
  readonly objects: Map<string, Buffer>;
  /** `PUT thumb/x.webp` of each request that was let in. */
  readonly requests: string[];
  readonly be: (mood: StorageMood) => void;
  readonly stop: () => Promise<void>;
};

const BUCKET = 'jewels';
const REGION = 'us-east-1';
const hex = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

type Claim = {
  readonly id: string;
  readonly day: string;
  readonly signed: readonly string[];
  readonly signature: string;
};
const IN_HEADER = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/;
const claimedParts = (request: http.IncomingMessage, { searchParams }: URL): readonly string[] =>
  searchParams.has('X-Amz-Signature')
    ? ['X-Amz-Credential', 'X-Amz-SignedHeaders', 'X-Amz-Signature'].map((name) => searchParams.get(name) ?? '')
    : (IN_HEADER.exec(request.headers.authorization ?? '') ?? []).slice(1);
const claimOf = (request: http.IncomingMessage, url: URL): Claim | null => {
  const [credential = '', signed = '', signature = ''] = claimedParts(request, url);
  const [id = '', day = '', region, service] = credential.split('/');
  if (signature === '' || region !== REGION || service !== 's3') return null;
  return { id, day, signed: signed.split(';'), signature };
};
const isInTime = (url: URL, moment: string): boolean => {
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  const seconds = Number(url.searchParams.get('X-Amz-Expires') ?? 900);
  return Math.abs(Date.now() - at) < seconds * 1000;
};
/** null when it is signed with the key, else the code of the refusal. */
const refusalOf = (request: http.IncomingMessage, url: URL, key: FakeStorage['key']): string | null => {
  const claim = claimOf(request, url);
  if (claim === null) return 'AccessDenied';
  if (claim.id !== key.id) return 'InvalidAccessKeyId';
  const { searchParams } = url;
  const moment = searchParams.get('X-Amz-Date') ?? String(request.headers['x-amz-date']);
  if (!isInTime(url, moment)) return 'RequestTimeTooSkewed';
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const headers = claim.signed.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const payload = searchParams.has('X-Amz-Signature')
    ? 'UNSIGNED-PAYLOAD'
    : String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, url.pathname, query, headers, claim.signed.join(';'), payload].join('\n');
  const scope = `${claim.day}/${REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', moment, scope, hex(canonical)].join('\n');
  const signing = [claim.day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(mac, `AWS4${key.secret}`);
  return mac(signing, text).toString('hex') === claim.signature ? null : 'SignatureDoesNotMatch';
};

const bodyOf = async (request: http.IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
const refuse = (response: http.ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
};

/** `open`: what lies there may be read without a signature, as behind a FrontUrl. */
export const startFakeStorage = async ({ open = false } = {}): Promise<FakeStorage> => {
  const key = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let mood: StorageMood = 'well';
  const take = async (request: http.IncomingMessage, response: http.ServerResponse, name: string): Promise<void> => {
    const bytes = await bodyOf(request);
    if (mood === 'full' || (mood === 'full-after-one' && requests.some((one) => one.startsWith('PUT'))))
      return refuse(response, 507, 'XMinioStorageFull');
    requests.push(`PUT ${name}`);
    objects.set(name, bytes);
    response.writeHead(200, { etag: `"${hex(bytes)}"` }).end();
  };
  const refusal = (request: http.IncomingMessage, url: URL): readonly [number, string] | null => {
    const isPublic = open && request.method === 'GET' && !url.searchParams.has('X-Amz-Signature');
    const unsigned = isPublic ? null : refusalOf(request, url, key);
    if (unsigned !== null) return [403, unsigned];
    if (mood === 'refuses') return [403, 'AccessDenied'];
    if (mood === 'broken') return [500, 'InternalError'];
    return url.pathname.startsWith(`/${BUCKET}/`) ? null : [404, 'NoSuchBucket'];
  };
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    if (mood === 'hangs') return;
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const name = decodeURIComponent(url.pathname.replace(`/${BUCKET}/`, ''));
    const refused = refusal(request, url);
    if (refused !== null) return refuse(response, ...refused);
    if (request.method === 'PUT') return take(request, response, name);
    requests.push(`${request.method} ${name}`);
    const found = objects.get(name);
    if (request.method === 'DELETE') {
      objects.delete(name);
      response.writeHead(204).end();
    } else if (found === undefined) refuse(response, 404, 'NoSuchKey');
    else response.writeHead(200, { 'content-type': 'image/webp' }).end(found);
  };
  const server = http.createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    bucket: BUCKET,
    objects,
    requests,
    be: (next) => void (mood = next),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
