/** The command that checks a slip, with texts and with pictures of their QR (R162). */
import { generateKeyPairSync, sign } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import encodeQR from 'qr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { warrantyText } from './signing.ts';
import { verifySlip } from './verify-slip.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verify-slip-'));
const at = (name: string): string => path.join(folder, name);
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { x: key = '' } = publicKey.export({ format: 'jwk' });
fs.writeFileSync(at('keys.json'), JSON.stringify({ keys: [{ id: 'a1b2c3d4', key, from: '2026-01-01', to: '' }] }));
const text = `https://house.example/v/${warrantyText(
  {
    kind: 'sale',
    orderId: 10_007,
    goodsId: 10_003,
    barcode: 'A1005001',
    num: 1,
    goldMg: 3_215,
    grossMg: 3_420,
    fineness: '足金999',
    certificate: 'GIA 6204819377',
    shop: '罗湖店',
    day: '2026-11-28',
  },
  { keyId: 'a1b2c3d4', sign: (message) => sign(null, message, privateKey) },
)}`;
const run = async (...args: string[]): Promise<{ code: number; said: string }> => {
  const lines: string[] = [];
  const code = await verifySlip(args, (line) => lines.push(line));
  return { code, said: lines.join('\n') };
};
const picture = async (name: string, content: string, blur = false): Promise<string> => {
  const drawn = sharp(Buffer.from(encodeQR(content, 'svg', { border: 4, ecc: 'medium', scale: 6 })), { density: 144 });
  await (blur ? drawn.blur(1.2) : drawn)
    .flatten({ background: '#fff' })
    .extend({ top: 90, left: 60, background: '#eee' })
    .png()
    .toFile(at(name));
  return at(name);
};

test('a text and a picture of it are proved by the keys of a file; its facts are told (S1§2.14/3)', async () => {
  for (const slip of [text, await picture('slip.png', text), await picture('blurred.png', text, true)]) {
    const { code, said } = await run(slip, '--keys', at('keys.json'));
    expect([code, said], slip).toEqual([0, expect.stringContaining('✓ 验证通过')]);
    for (const fact of ['XS10007', 'A1005001', '3.215 克', '足金999', 'GIA 6204819377', '罗湖店', '2026-11-28'])
      expect(said).toContain(fact);
  }
});
test('what is cut or altered is told and is no success (S1§2.14/3)', async () => {
  expect(await run(text.slice(0, -3), '--keys', at('keys.json'))).toMatchObject({
    code: 1,
    said: expect.stringContaining('不完整'),
  });
  const altered = text.replace(/\.(.)/g, (_, letter: string) => `.${letter}`).replace('JW1.Y', 'JW1.Z');
  expect((await run(altered, '--keys', at('keys.json'))).code).toBe(1);
});
test('without keys, slip or a QR in the picture it says what is missing', async () => {
  await sharp({ create: { width: 200, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toFile(at('empty.png'));
  expect(await run()).toMatchObject({ code: 2, said: expect.stringContaining('用法') });
  expect(await run(text, '--keys', at('none.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('读不到公钥'),
  });
  expect(await run(at('empty.png'), '--keys', at('keys.json'))).toMatchObject({
    code: 2,
    said: expect.stringContaining('没有能读出的二维码'),
  });
});
