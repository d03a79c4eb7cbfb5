/** A text that was signed is good, and every damage to it is told for what it is (R162). */
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkWarranty, type WarrantyKey } from '../contracts/warranty-check.ts';
import { isAsPrinted, payloadIn, WARRANTY_TEXT_MAX, type WarrantyFacts } from '../contracts/warranty-text.ts';
import { warrantyText } from './signing.ts';

const pairOf = (id: string, to = '') => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const key: WarrantyKey = { id, key: x, from: '2026-01-01', to };
  return { key, signer: { keyId: id, sign: (message: Uint8Array) => sign(null, message, privateKey) } };
};
const ours = pairOf('a1b2c3d4');
const facts: WarrantyFacts = {
  kind: 'sale',
  orderId: 1_234_567,
  goodsId: 7_654_321,
  barcode: 'A1005001',
  num: 1,
  goldMg: 3_215,
  grossMg: 3_420,
  fineness: '足金999',
  certificate: 'GIA 6204819377',
  shop: '罗湖东门旗舰店铺第一分店',
  day: '2026-11-28',
};
const text = warrantyText(facts, ours.signer);
const said = (read: string, keys = [ours.key]): string => checkWarranty(read, keys).is;

test('facts come back as they were signed, the shop by its first ten characters', () => {
  expect(checkWarranty(text, [ours.key])).toEqual({ is: 'good', facts: { ...facts, shop: '罗湖东门旗舰店铺第一' } });
  expect(text.length).toBeLessThanOrEqual(WARRANTY_TEXT_MAX);
});
test('an address, line ends of a mail and a query beside it are no part of the text', () => {
  for (const read of [
    `https://house.example/v/${text}`,
    `${text.slice(0, 60)}\n ${text.slice(60)}`,
    `/v/${text}?from=x#top`,
  ])
    expect([payloadIn(read), said(read)]).toEqual([text, 'good']);
});
test('cut anywhere it is told as cut (S1§2.14/2)', () => {
  for (let length = 0; length < text.length; length += 1)
    expect(said(text.slice(0, length)), String(length)).toBe('cut');
  for (let start = 1; start < text.length; start += 7) expect(said(text.slice(start))).not.toBe('good');
});
test('with any one letter changed it is altered or unreadable, never good and never of another house (S1§2.14/2)', () => {
  for (let at = 0; at < text.length; at += 1)
    for (const letter of ['A', 'z', '0', '-']) {
      if (text[at] === letter) continue;
      expect(['altered', 'cut'], `${at} ${letter}`).toContain(
        said(`${text.slice(0, at)}${letter}${text.slice(at + 1)}`),
      );
    }
});
test('another house’s text, and one whose sum a forger made to fit, are told apart (S1§2.14/2)', () => {
  const theirs = pairOf('ffffffff');
  expect(said(warrantyText(facts, theirs.signer))).toBe('unknown-key');
  const forger = pairOf('a1b2c3d4');
  expect(said(warrantyText({ ...facts, goldMg: 9_999 }, forger.signer))).toBe('altered');
  expect(said(text, [])).toBe('unknown-key');
});
test('an old key is good for its days and for none after them (S1§2.14/2)', () => {
  const old = pairOf('0ld0ld00', '2026-06-30');
  const dated = (day: string) => said(warrantyText({ ...facts, day }, old.signer), [old.key, ours.key]);
  expect([dated('2025-12-31'), dated('2026-06-30'), dated('2026-07-01')]).toEqual(['good', 'good', 'altered']);
});
test('the longest values fit, cut with a mark that the house’s own value is held against (S1§2.14/2)', () => {
  const long = {
    ...facts,
    certificate: '证'.repeat(60),
    fineness: '足金九九九点九'.repeat(3),
    barcode: 'B'.repeat(40),
  };
  const most = warrantyText(
    { ...long, orderId: 2 ** 47, goodsId: 2 ** 47, goldMg: 2 ** 40, grossMg: 2 ** 40 },
    ours.signer,
  );
  expect(most.length).toBeLessThanOrEqual(WARRANTY_TEXT_MAX);
  const verdict = checkWarranty(most, [ours.key]);
  if (verdict.is !== 'good') throw new Error(verdict.is);
  for (const name of ['certificate', 'fineness', 'barcode'] as const)
    expect(isAsPrinted(verdict.facts[name], long[name]), name).toBe(true);
  expect(verdict.facts.certificate).toContain('…');
  expect(isAsPrinted('GIA 62…', 'GIA 71')).toBe(false);
});
test('one check takes well under 50 ms', () => {
  checkWarranty(text, [ours.key]);
  const began = performance.now();
  for (let nth = 0; nth < 20; nth += 1) checkWarranty(text, [ours.key]);
  expect((performance.now() - began) / 20).toBeLessThan(50);
});
test('every text of random facts is read as it was written', () => {
  for (let nth = 0; nth < 50; nth += 1) {
    const some: WarrantyFacts = {
      ...facts,
      kind: nth % 2 === 0 ? 'piece' : 'sale',
      orderId: nth * 7_919,
      goldMg: nth * 131,
      shop: '店',
    };
    expect(checkWarranty(warrantyText(some, ours.signer), [ours.key])).toEqual({ is: 'good', facts: some });
  }
});
