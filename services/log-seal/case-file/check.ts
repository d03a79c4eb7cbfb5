/** Whether a case file is as it was signed, and which part of it is not. Knows no house: bundled, it is check.mjs. */
import { verify } from 'node:crypto';
import { fingerprintOf, isSigned, marksHashOf, sealDigest } from '../chain.ts';
import { covering, marksOf, type EvidenceLine } from './evidence-lines.ts';
import {
  DATA,
  EVENTS,
  MANIFEST,
  PUBLIC_KEY,
  SIGNATURE,
  marksFile,
  sha256Hex,
  type CaseManifest,
  type CoveringSeal,
  type Sum,
} from './signed-content.ts';

/** Files of an archive by their names. @throws when one cannot be read. */
export type Bundle = { readonly names: readonly string[]; readonly read: (name: string) => Promise<Buffer> };
type KnownDigest = { readonly no: number; readonly digest: string };
export type CheckOptions = { readonly fingerprint?: string | undefined; readonly known?: readonly KnownDigest[] };

/** What differs, in one Chinese sentence. */
class Differs extends Error {}
const differs = (what: string): never => {
  throw new Differs(what);
};
const readFile = async ({ names, read }: Bundle, name: string): Promise<Buffer> => {
  if (!names.includes(name)) return differs(`${name} 不见了`);
  try {
    return await read(name);
  } catch {
    return differs(`${name} 读不出来，已被改动`);
  }
};

const signedManifest = async (files: Bundle, { fingerprint }: CheckOptions) => {
  const [manifest, signature, key] = [
    await readFile(files, MANIFEST),
    await readFile(files, SIGNATURE),
    (await readFile(files, PUBLIC_KEY)).toString(),
  ];
  const own = fingerprintIn(key);
  if (fingerprint !== undefined && own !== fingerprint.toLowerCase()) return differs('公钥与所给的指纹不符');
  if (!verify(null, manifest, key, Buffer.from(signature.toString(), 'base64')))
    return differs(`${MANIFEST} 的签名不符`);
  return { manifest: JSON.parse(manifest.toString()) as CaseManifest, key, fingerprint: own };
};
const fingerprintIn = (key: string): string => {
  try {
    return fingerprintOf(key);
  } catch {
    return differs(`${PUBLIC_KEY} 不是公钥，已被改动`);
  }
};

const NOT_LISTED = [MANIFEST, SIGNATURE];
const checkFiles = async (files: Bundle, manifest: CaseManifest): Promise<void> => {
  for (const { name, bytes, sha256 } of manifest.files) {
    const found = await readFile(files, name);
    if (found.length !== bytes || sha256Hex(found) !== sha256) differs(`${name} 与签名时不同`);
  }
  const listed = new Set([...NOT_LISTED, ...manifest.files.map(({ name }) => name)]);
  const more = files.names.find((name, index) => !listed.has(name) || files.names.indexOf(name) !== index);
  if (more !== undefined) differs(`${more} 是签名之后放进来的`);
};

type Covering = CoveringSeal & { readonly marks: ReadonlySet<string> };
const sealsIn = async (files: Bundle, { seals }: CaseManifest, key: string, known: readonly KnownDigest[]) => {
  const read: Covering[] = [];
  for (const seal of seals) {
    const marks = await readFile(files, marksFile(seal.no));
    if (!isSigned({ ...seal, marks }, key)) differs(`第 ${seal.no} 号封印的签名不符`);
    if (marksHashOf(marks) !== seal.marksHash) differs(`第 ${seal.no} 号封印的标记与封印不符`);
    if (known.some(({ no, digest }) => no === seal.no && digest.toLowerCase() !== sealDigest(seal)))
      differs(`第 ${seal.no} 号封印与所给的不是同一个`);
    read.push({ ...seal, marks: marksOf(marks) });
  }
  return read;
};
const checkEvents = async (files: Bundle, manifest: CaseManifest, seals: readonly Covering[]): Promise<void> => {
  const lines = (await readFile(files, EVENTS)).toString().split('\n').filter(Boolean);
  if (lines.length !== manifest.events) differs(`${EVENTS} 有 ${lines.length} 个事件，应有 ${manifest.events} 个`);
  for (const [index, text] of lines.entries()) {
    const line = JSON.parse(text) as EvidenceLine;
    if (covering(seals, line) === undefined)
      differs(`${EVENTS} 的第 ${index + 1} 个事件（位置 ${line.position}）不在日志的封印之内`);
  }
};

/** In millionths: weights and money alike, without a rounding of doubles. */
const unitsOf = (value: unknown): bigint => {
  const [whole = '0', decimals = ''] = (
    typeof value === 'number' ? value.toFixed(6) : typeof value === 'string' ? value : '0'
  ).split('.');
  return BigInt(whole + decimals.padEnd(6, '0'));
};
const at = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | null)?.[name], data);
const addsUp = (data: unknown, { list, field, times, total }: Sum): boolean => {
  const rows = at(data, list) as readonly Readonly<Record<string, unknown>>[];
  const sum = rows.reduce(
    (all, row) => all + unitsOf(row[field]) * BigInt(Number(times === undefined ? 1 : (row[times] ?? 0))),
    0n,
  );
  return sum === unitsOf(at(data, total));
};
const checkSums = async (files: Bundle, { sums }: CaseManifest): Promise<void> => {
  if (sums.length === 0) return;
  const data: unknown = JSON.parse((await readFile(files, DATA)).toString());
  for (const sum of sums) if (!addsUp(data, sum)) differs(`合计“${sum.title}”与明细之和不符`);
};

export type CaseVerdict = { readonly good: boolean; readonly said: readonly string[] };
const saidOf = (manifest: CaseManifest, fingerprint: string, { fingerprint: given }: CheckOptions): string[] => [
  `卷宗 ${manifest.title}，${manifest.madeBy} 制作于 ${manifest.madeAt}，显示 ${manifest.at} 的情况`,
  `公钥指纹 ${fingerprint}`,
  ...(given === undefined ? ['注意：没有给出 --fingerprint，请把上面的指纹与纸质凭证核对'] : []),
  ...manifest.seals.map((seal) => `依据第 ${seal.no} 号封印（${seal.at}），摘要 ${sealDigest(seal)}`),
  ...(manifest.withheld === 0 ? [] : [`其中 ${manifest.withheld} 个事件只有摘要：制作人无权查看内容`]),
  `✓ ${manifest.files.length} 个文件与签名时一致，${manifest.events} 个事件在封印之内，${manifest.sums.length} 项合计与明细相符`,
];

/** Reads everything once. Never throws for what is wrong with the archive. */
export const checkCase = async (files: Bundle, asked: CheckOptions = {}): Promise<CaseVerdict> => {
  try {
    const { manifest, key, fingerprint } = await signedManifest(files, asked);
    await checkFiles(files, manifest);
    await checkEvents(files, manifest, await sealsIn(files, manifest, key, asked.known ?? []));
    await checkSums(files, manifest);
    return { good: true, said: saidOf(manifest, fingerprint, asked) };
  } catch (error) {
    if (error instanceof Differs) return { good: false, said: [`✗ ${error.message}`] };
    return {
      good: false,
      said: [`✗ 不是本系统的卷宗，或已损坏：${error instanceof Error ? error.message : String(error)}`],
    };
  }
};
