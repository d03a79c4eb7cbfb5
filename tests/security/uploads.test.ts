/** Hostile pictures side by side: none reaches a decoder that it chose, none keeps others from their lists. */
import fs from 'node:fs';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import { startApp, type App, type Reply } from '../support/app.ts';
import { askList, limitNow, p99Of } from '../support/list-pace.ts';

let app: App;
const tokens: string[] = [];
beforeAll(async () => {
  app = await startApp();
  for (let user = 0; user < 6; user += 1) {
    await app.addUser({ username: `clerk${user}`, roleIds: [4] });
    tokens.push(await app.signIn(`clerk${user}`));
  }
});
afterAll(() => app.stop());

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
/** A PNG that says it is that large and holds hardly a row. */
const claiming = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const rows = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)));
  return Buffer.concat([signature, chunk('IHDR', head), rows, chunk('IEND', Buffer.alloc(0))]);
};
/** Doubles with every level: 2^24 circles in 2 KB. */
const nestedUse = (): Buffer => {
  const levels = Array.from({ length: 24 }, (_, level) => {
    const twice = `<use href="#g${level}"/><use href="#g${level}" x="1"/>`;
    return `<g id="g${level + 1}">${twice}</g>`;
  });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><defs><circle id="g0" r="9"/>${levels.join('')}</defs><use href="#g24"/></svg>`,
  );
};
const manyFrames = (frames: number): Buffer => {
  const screen = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from('21f90404000000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')]);
};
const blank = (edge: number) => sharp({ create: { width: edge, height: edge, channels: 3, background: '#d4af37' } });

type Hostile = { readonly name: string; readonly bytes: Buffer; readonly status: 200 | 415 };
let files: readonly Hostile[] = [];
beforeAll(async () => {
  const svg = nestedUse();
  const jpeg = await blank(800).jpeg().toBuffer();
  const noise = await sharp({
    create: {
      width: 1200,
      height: 1200,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  const refused: [string, Buffer][] = [
    ['nested use', svg],
    ['nested use behind blanks', Buffer.concat([Buffer.from(' '.repeat(500)), svg])],
    ['nested use, compressed', gzipSync(svg)],
    ['a GIF that goes on as SVG', Buffer.concat([Buffer.from('GIF89a'), svg])],
    ['a JPEG that goes on as SVG', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), svg])],
    ['a PNG that goes on as SVG', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), svg])],
    ['a WebP that goes on as SVG', Buffer.concat([Buffer.from('RIFF0000WEBP'), svg])],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
    ['a TIFF', await blank(20).tiff().toBuffer()],
    ['an AVIF', await blank(20).avif().toBuffer()],
    ['countless pixels claimed', claiming(65_535, 65_535)],
    ['a line of pixels', claiming(2_000_000_000, 1)],
    ['countless pixels', await blank(9_000).png().toBuffer()],
    ['cut in half', noise.subarray(0, noise.length / 2)],
    ['cut in its head', jpeg.subarray(0, 20)],
    ['nothing but a beginning', Buffer.from('ffd8ff', 'hex')],
  ];
  const accepted: [string, Buffer][] = [
    ['five thousand frames', manyFrames(5_000)],
    ['as many pixels as may be', await blank(7_000).png().toBuffer()],
    ['a picture with an archive behind it', Buffer.concat([jpeg, Buffer.from('504b0304', 'hex'), svg])],
  ];
  files = [
    ...refused.map(([name, bytes]): Hostile => ({ name, bytes, status: 415 })),
    ...accepted.map(([name, bytes]): Hostile => ({ name, bytes, status: 200 })),
  ];
});

const upload = (bytes: Buffer, token = app.adminToken): Promise<Reply> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '戒指.png');
  return app.call('POST', '/public/uploadFile', { body: form, token });
};
const rss = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const decoders = (): number[] =>
  fs.readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const mine = new RegExp(`PPid:\\s+${process.pid}\\n`).test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
      return mine && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-worker') ? [pid] : [];
    } catch {
      return [];
    }
  });

test('each is judged by its content: refused in words, or stored as a plain picture of one frame', async () => {
  const answers: [string, number][] = [];
  for (const { name, bytes } of files) answers.push([name, (await upload(bytes)).status]);
  expect(answers).toEqual(files.map(({ name, status }) => [name, status]));
  const still = (await upload(manyFrames(50))).body.data as { path: string };
  const stored = Buffer.from(await (await fetch(`${app.url}${still.path}`)).arrayBuffer());
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 1 });
  expect((await sharp(stored).metadata()).pages ?? 1).toBe(1);
});

test('fifty side by side: a list is answered as ever, the rest waits or is told to', { retry: 1 }, async () => {
  await upload(await blank(10).png().toBuffer());
  const limit = await limitNow(app);
  const before = rss(process.pid);
  let most = 0;
  let fattest = 0;
  const times: number[] = [];
  const replies: Reply[] = [];
  const fifty = (): Promise<Reply[]> =>
    Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const file = files[index % files.length];
        return upload(file?.bytes ?? Buffer.alloc(1), tokens[index % tokens.length]);
      }),
    );
  let uploading = true;
  const waves = (async () => {
    while (times.length < 200) replies.push(...(await fifty()));
  })().finally(() => (uploading = false));
  while (uploading) {
    times.push(await askList(app));
    const running = decoders();
    most = Math.max(most, running.length);
    fattest = Math.max(fattest, ...running.map(rss));
  }
  await waves;
  expect(p99Of(times)).toBeLessThan(limit);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
  // Fifty million pixels of one picture, and what two copies of it need.
  expect(fattest).toBeLessThan(700);
  expect(rss(process.pid) - before).toBeLessThan(300);
  for (const reply of replies) {
    expect([200, 415, 429]).toContain(reply.status);
    if (reply.status !== 429) continue;
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.body.msg).toBe('正在处理的图片过多，请稍后再上传');
  }
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect(replies.filter(({ status }) => status !== 429).length).toBeGreaterThan(0);
  // Whoever waits as told is served.
  expect((await upload(await blank(10).png().toBuffer())).status).toBe(200);
});
