/** What a file is by its first bytes, whatever it is called (R150): a workbook, text, or something that no table is. */
import { CFB } from 'xlsx';
import { cutUnits } from '../../contracts/limits.ts';
import { BadTable, type FileProblem } from './table.ts';

const startsWith = (bytes: Buffer, hex: string): boolean => bytes.subarray(0, hex.length / 2).toString('hex') === hex;
export const isZip = (bytes: Buffer): boolean => startsWith(bytes, '504b0304') || startsWith(bytes, '504b0506');
const isCompound = (bytes: Buffer): boolean => startsWith(bytes, 'd0cf11e0a1b11ae1');
/** Workbooks of one sheet, as programs of thirty years ago write them. */
const isOldSheet = (bytes: Buffer): boolean => /^09(00|02|04|08)0[4-8]00/.test(bytes.subarray(0, 4).toString('hex'));
export const isWorkbook = (bytes: Buffer): boolean => isZip(bytes) || isCompound(bytes) || isOldSheet(bytes);

/** First bytes in hex. */
const BY_BYTES: readonly (readonly [begin: string, problem: FileProblem])[] = [
  ['25504446', 'pdf'],
  ['89504e47', 'picture'],
  ['ffd8ff', 'picture'],
  ['47494638', 'picture'],
  ['424d', 'picture'],
  ['49492a00', 'picture'],
  ['4d4d002a', 'picture'],
  ['526172211a07', 'archive'],
  ['377abcaf271c', 'archive'],
  ['1f8b08', 'archive'],
  ['4d5a', 'program'],
  ['7f454c46', 'program'],
];
const isPicture = (bytes: Buffer): boolean =>
  (startsWith(bytes, '52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP') ||
  (bytes.subarray(4, 8).toString('latin1') === 'ftyp' &&
    /^(heic|heix|mif1|avif)/.test(bytes.subarray(8, 12).toString('latin1')));
/** BM alone begins words too. */
const isText = (bytes: Buffer): boolean => !bytes.subarray(0, 512).includes(0);
export const refuseOtherKind = (bytes: Buffer): void => {
  const [, problem] =
    BY_BYTES.find(([begin]) => startsWith(bytes, begin) && !(begin.length <= 4 && isText(bytes))) ?? [];
  if (problem !== undefined) throw new BadTable(problem);
  if (isPicture(bytes)) throw new BadTable('picture');
};

/** Names in a zip, and what they make it. */
const BY_PARTS: readonly (readonly [part: RegExp, problem: FileProblem])[] = [
  [/^word\/document/, 'word'],
  [/^ppt\/presentation/, 'slides'],
  [/^Index\/|^Index\.zip$/, 'numbers'],
  [/^content\.xml$/, 'ods'],
];
/** What a zip without a workbook is. */
export const kindOfZip = (names: readonly string[]): FileProblem =>
  BY_PARTS.find(([part]) => names.some((name) => part.test(name)))?.[1] ?? 'archive';

const BY_STREAM: readonly (readonly [stream: RegExp, problem: FileProblem])[] = [
  [/^\/?EncryptedPackage$/i, 'locked'],
  [/^\/?WordDocument$/i, 'word'],
  [/^\/?PowerPoint Document$/i, 'slides'],
];
/** Looks into an old container: a workbook, one that is locked, or something else. */
export const refuseOtherCompound = (bytes: Buffer): void => {
  if (!isCompound(bytes)) return;
  const { FullPaths: paths } = CFB.read(bytes, { type: 'buffer' }) as { FullPaths: string[] };
  const names = paths.map((path) => path.replace(/^[^/]*\//, ''));
  const [, problem] = BY_STREAM.find(([stream]) => names.some((name) => stream.test(name))) ?? [];
  if (problem !== undefined) throw new BadTable(problem);
  if (!names.some((name) => /^(Workbook|Book)$/i.test(name))) throw new BadTable('not-a-table');
};

const BY_WORDS: readonly (readonly [begin: RegExp, problem: FileProblem])[] = [
  [/^\s*<(!doctype html|html|head|body|meta|table|style|div)\b/i, 'html'],
  [/^\s*<\?xml[^>]*>\s*(<!--[^]*?-->\s*)*<(!doctype html|html)\b/i, 'html'],
  [/^\s*<(\?xml|\?mso|[\w:]+[\s>])/i, 'xml'],
  [/^\s*MIME-Version:/i, 'web-archive'],
  [/^\{\\rtf/, 'rtf'],
  [/^\s*[[{]\s*["{[]/, 'json'],
];
const FIRST = 2_000;
export const refuseOtherText = (text: string): void => {
  const begin = cutUnits(text, FIRST);
  const [, problem] = BY_WORDS.find(([words]) => words.test(begin)) ?? [];
  if (problem !== undefined) throw new BadTable(problem);
};

/** Every second byte of ASCII is 0: a UTF-16 that does not say so. */
const unmarkedWide = (bytes: Buffer): 'utf-16le' | 'utf-16be' | null => {
  const head = bytes.subarray(0, 4_000);
  let [even, odd] = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0 && index % 2 === 0) even += 1;
    if (byte === 0 && index % 2 === 1) odd += 1;
  }
  if (odd > 0 && even === 0) return 'utf-16le';
  return even > 0 && odd === 0 ? 'utf-16be' : null;
};
const decoded = (bytes: Buffer, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};
/**
 * What the text may be, the likeliest first: UTF-8, UTF-16 with its mark or without, GB 18030 as Chinese Excel writes it, Big5 as
 * a supplier in Hong Kong does; none where it is no text.
 */
export const readingsOf = (bytes: Buffer): readonly string[] => {
  if (startsWith(bytes, 'fffe')) return [new TextDecoder('utf-16le').decode(bytes)];
  if (startsWith(bytes, 'feff')) return [new TextDecoder('utf-16be').decode(bytes)];
  if (bytes.includes(0)) {
    const wide = unmarkedWide(bytes);
    const text = wide === null ? null : decoded(bytes, wide);
    return text === null || text.includes('\0') ? [] : [text];
  }
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== null) return [utf8];
  return ['gb18030', 'big5'].flatMap((encoding) => decoded(bytes, encoding) ?? []);
};
