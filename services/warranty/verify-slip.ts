/** Checks a warranty at the terminal (R162): the text of a QR or a picture of one, by public keys that the checker chose himself. */
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { z } from 'zod';
import { checkWarranty, type WarrantyVerdict } from '../contracts/warranty-check.ts';
import { factRows } from '../contracts/warranty-words.ts';
import { WarrantyKeyRow } from './contract.ts';

export const KEYS_FILE = 'jewel-warranty.json';
const Keys = z.object({ keys: z.array(WarrantyKeyRow) });
/** What keeps the checker from checking, in his language. */
class NotChecked extends Error {}

const SIDE_MAX = 2_000;
/** @throws {NotChecked} where the picture holds no QR that can be read */
const textIn = async (file: string): Promise<string> => {
  try {
    const { data, info } = await sharp(file)
      .rotate()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return decodeQR({ width: info.width, height: info.height, data: new Uint8ClampedArray(data) });
  } catch {
    throw new NotChecked(`图片 ${file} 里没有能读出的二维码`);
  }
};
const keysIn = async (from: string): Promise<string> => {
  if (!/^https?:\/\//.test(from)) return fs.readFileSync(from, 'utf8');
  const response = await fetch(new URL('/.well-known/jewel-warranty.json', from), {
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
};
/** Never from the address in the QR: whoever made the paper chose that. */
const keysFrom = async (from: string): Promise<z.output<typeof Keys>['keys']> => {
  try {
    return Keys.parse(JSON.parse(await keysIn(from))).keys;
  } catch {
    throw new NotChecked(
      `读不到公钥 ${from}：请用 --keys 给出门店的网址，或从门店的 /.well-known/jewel-warranty.json 存下的文件`,
    );
  }
};

const SAID = {
  cut: '✗ 内容不完整：二维码没有扫全，或粘贴的内容少了一段',
  altered: '✗ 验证不通过：内容被改动过，或扫描出错',
  'unknown-key': '✗ 不是这家门店签发的，或公钥文件比凭证旧',
} as const;
/** Lines for people. */
export const slipWords = (verdict: WarrantyVerdict): readonly string[] => {
  if (verdict.is !== 'good') return [SAID[verdict.is]];
  const { facts } = verdict;
  return [
    facts.kind === 'sale' ? '✓ 验证通过' : '✓ 验证通过：商品标签（未售出），不是购买凭证',
    ...factRows(facts, (day) => day).map(([label, value]) => `  ${label}  ${value}`),
    '请核对图片、条码和重量与手中的首饰是否一致；是否退回或再次售出，请联网查询。',
  ];
};

const USAGE = `用法：npm run verify-slip -- <二维码内容或图片文件> [--keys ${KEYS_FILE} 或门店网址]`;
const asked = (args: readonly string[]): { readonly slip: string; readonly keys: string } => {
  const at = args.indexOf('--keys');
  const rest = at < 0 ? args : args.filter((_, nth) => nth !== at && nth !== at + 1);
  const [slip, more] = rest;
  const keys = at < 0 ? KEYS_FILE : args[at + 1];
  if (slip === undefined || more !== undefined || keys === undefined) throw new NotChecked(USAGE);
  return { slip, keys };
};
/** Exit code: 0 good, 1 not, 2 not checked. */
export const verifySlip = async (args: readonly string[], say: (line: string) => void): Promise<number> => {
  try {
    const { slip, keys } = asked(args);
    const text = fs.existsSync(slip) ? await textIn(slip) : slip;
    const verdict = checkWarranty(text, await keysFrom(keys));
    slipWords(verdict).forEach(say);
    return verdict.is === 'good' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NotChecked)) throw error;
    say(error.message);
    return 2;
  }
};
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await verifySlip(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
