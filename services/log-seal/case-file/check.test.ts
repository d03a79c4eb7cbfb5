/** Four kinds of damage and more, each named; a case file as it was signed says so. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Chain, MARK_BYTES, NOTHING, digestOf, fingerprintOf, marksHashOf, sealDigest, sealText } from '../chain.ts';
import { checkCase, type CheckOptions, type Bundle } from './check.ts';
import { MANIFEST, PUBLIC_KEY, SIGNATURE, sha256Hex, type CaseManifest } from './signed-content.ts';

const keyPair = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const keys = keyPair();
const event = (position: number) => ({
  position,
  stream: 'goods-202600000017',
  revision: position,
  id: `00000000-0000-5000-8000-00000000000${position}`,
  type: 'GoodsReceived',
  data: { weightMg: 3_215 + position },
  meta: { userId: 1, at: '2026-11-25T10:00:00+08:00' },
});
const LOG = [event(0), event(1), event(2)];
const seal = (() => {
  const chain = new Chain();
  for (const one of LOG) chain.add(digestOf(one));
  const marks = Buffer.concat(LOG.map((one) => digestOf(one).subarray(0, MARK_BYTES)));
  const at = '2026-11-25T11:00:00+08:00';
  const body = { no: 1, at, position: 2, count: 3, hash: chain.hash, marksHash: marksHashOf(marks), previous: NOTHING };
  return { marks, body: { ...body, signature: signed(sealText(body)) } };
})();
function signed(text: string | Buffer, key = keys.privateKey): string {
  return sign(null, Buffer.from(text), key).toString('base64');
}
const DATA = {
  record: {
    amount: 300.3,
    lines: [
      { fee: 100.1, num: 1 },
      { fee: 100.1, num: 2 },
    ],
  },
};
const withheld = ({ id: _id, data: _data, meta: _meta, ...one }: ReturnType<typeof event>) => ({
  ...one,
  digest: digestOf(event(one.position)).toString('hex'),
});
const lines = (events: readonly object[]) => Buffer.from(events.map((one) => `${JSON.stringify(one)}\n`).join(''));

type Files = Map<string, Buffer>;
const contents = (): Files =>
  new Map([
    ['events.ndjson', lines([event(0), withheld(event(2))])],
    ['seals/1.marks', seal.marks],
    ['data.json', Buffer.from(JSON.stringify(DATA))],
    ['pictures/a.webp', Buffer.from('one picture')],
    ['pictures/b.webp', Buffer.from('another')],
    [PUBLIC_KEY, Buffer.from(keys.publicKey)],
  ]);
/** Signs what is there, as the house does. */
const signedCase = (files = contents(), more: Partial<CaseManifest> = {}, key = keys.privateKey): Files => {
  const manifest = Buffer.from(
    JSON.stringify({
      caseFile: 1,
      title: '销售单 XS10001',
      madeBy: '王店长',
      madeAt: '2026-11-25T12:00:00+08:00',
      at: '2026-11-25T12:00:00+08:00',
      position: 2,
      events: 2,
      withheld: 1,
      persons: true,
      cost: true,
      sums: [{ title: '金额', list: 'record.lines', field: 'fee', times: 'num', total: 'record.amount' }],
      seals: [seal.body],
      files: [...files].map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256Hex(bytes) })),
      ...more,
    } satisfies CaseManifest),
  );
  return new Map([...files, [MANIFEST, manifest], [SIGNATURE, Buffer.from(signed(manifest, key))]]);
};
const bundle = (files: Files): Bundle => ({
  names: [...files.keys()],
  read: async (name) => files.get(name) ?? Buffer.alloc(0),
});
const said = async (files: Files, asked: CheckOptions = {}): Promise<string> =>
  (await checkCase(bundle(files), asked)).said.at(-1) ?? '';
const changed = (name: string, bytes: Buffer | null): Files => {
  const files = signedCase();
  if (bytes === null) files.delete(name);
  else files.set(name, bytes);
  return files;
};

test('a case file as it was signed', async () => {
  const known = [{ no: 1, digest: sealDigest(seal.body) }];
  const { good, said: all } = await checkCase(bundle(signedCase()), {
    fingerprint: fingerprintOf(keys.publicKey),
    known,
  });
  expect({ good, last: all.at(-1) }).toEqual({
    good: true,
    last: '✓ 6 个文件与签名时一致，2 个事件在封印之内，1 项合计与明细相符',
  });
  expect(all).toContain('其中 1 个事件只有摘要：制作人无权查看内容');
  expect((await checkCase(bundle(signedCase()))).said).toContain(
    '注意：没有给出 --fingerprint，请把上面的指纹与纸质凭证核对',
  );
});
describe('what was done to it afterwards is named', () => {
  test.each<[string, Files, string]>([
    [
      'a byte changed',
      changed('data.json', Buffer.from(JSON.stringify(DATA).replace('300.3', '300.4'))),
      '✗ data.json 与签名时不同',
    ],
    ['a file removed', changed('events.ndjson', null), '✗ events.ndjson 不见了'],
    ['a picture swapped', changed('pictures/a.webp', Buffer.from('another')), '✗ pictures/a.webp 与签名时不同'],
    ['a file put in', changed('说明.txt', Buffer.from('x')), '✗ 说明.txt 是签名之后放进来的'],
    ['the list of files changed', changed(MANIFEST, Buffer.from('{}')), '✗ manifest.json 的签名不符'],
    ['the signature removed', changed(SIGNATURE, null), '✗ manifest.sig 不见了'],
  ])('%s', async (_, files, what) => {
    expect(await said(files)).toBe(what);
  });
  test('signed anew with another key', async () => {
    const other = keyPair();
    const files = contents().set(PUBLIC_KEY, Buffer.from(other.publicKey));
    const fingerprint = fingerprintOf(keys.publicKey);
    expect(await said(signedCase(files, {}, other.privateKey), { fingerprint })).toBe('✗ 公钥与所给的指纹不符');
    // Who does not compare the fingerprint is caught by the seals, which the other key did not sign.
    expect(await said(signedCase(files, {}, other.privateKey))).toBe('✗ 第 1 号封印的签名不符');
  });
});
describe('what the house itself would have signed wrongly', () => {
  test.each<[string, Files, string]>([
    [
      'an event that no seal covers',
      signedCase(contents().set('events.ndjson', lines([event(0), { ...event(1), data: { weightMg: 1 } }]))),
      '✗ events.ndjson 的第 2 个事件（位置 1）不在日志的封印之内',
    ],
    [
      'an event behind the last seal',
      signedCase(contents().set('events.ndjson', lines([event(0), event(7)]))),
      '（位置 7）不在日志的封印之内',
    ],
    [
      'an event too few',
      signedCase(contents().set('events.ndjson', lines([event(0)]))),
      '✗ events.ndjson 有 1 个事件，应有 2 个',
    ],
    [
      'a total that is another',
      signedCase(contents().set('data.json', Buffer.from(JSON.stringify(DATA).replace('300.3', '300.4')))),
      '✗ 合计“金额”与明细之和不符',
    ],
    [
      'a seal that is another',
      signedCase(contents(), { seals: [{ ...seal.body, count: 4 }] }),
      '✗ 第 1 号封印的签名不符',
    ],
  ])('%s', async (_, files, what) => {
    expect(await said(files)).toContain(what);
  });
  test('a seal that is not the one on paper', async () => {
    expect(await said(signedCase(), { known: [{ no: 1, digest: NOTHING }] })).toBe('✗ 第 1 号封印与所给的不是同一个');
  });
});
