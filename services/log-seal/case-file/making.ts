/** One case file from its facts to its signed archive. */
import { sign } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isoWithOffset } from '../../contracts/dates.ts';
import { seesCost, seesPersons, seesShop, type SessionUser } from '../../contracts/user.ts';
import type { SliceDeps } from '../../platform/slice/slice.ts';
import { fingerprintOf, sealDigest } from '../chain.ts';
import { keyPair } from '../key.ts';
import { allSeals, sealLog, sealPlaces } from '../seals.ts';
import { atOnce } from '../background-pace.ts';
import { Archive } from './archive.ts';
import { SealsUsed, eventsOf, lineOf, ownShops, shopsIn } from './evidence.ts';
import type { Ask, Collect, Facts } from './facts.ts';
import { caseHtml, type Picture } from './html.ts';
import { reachOf, recorded } from './reach.ts';
import {
  DATA,
  EVENTS,
  MANIFEST,
  PUBLIC_KEY,
  READABLE,
  SIGNATURE,
  marksFile,
  sha256Hex,
  type CaseManifest,
} from './signed-content.ts';
import { momentInWords } from './words.ts';

export type CaseDeps = Pick<
  SliceDeps,
  'master' | 'written' | 'secrets' | 'clock' | 'log' | 'files' | 'storage' | 'dataDir' | 'reads' | 'lookup'
>;
export type CaseRequest = {
  readonly user: SessionUser;
  readonly moment: Date;
  readonly file: string;
  /** The house, as this person asks it. */
  readonly ask: Ask;
  readonly collect: Collect;
  readonly onPercent: (percent: number) => void;
  readonly signal: AbortSignal;
};
export type CaseResult = {
  readonly digest: string;
  readonly bytes: number;
  readonly events: number;
  readonly seal: number;
  readonly reach: string;
};

const FACTS_PERCENT = 50;
const EVENTS_PERCENT = 45;
/** Pages of a browser stand still with more in one file; the pictures themselves are all there. */
const MOST_SHOWN = 30;
const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

/** null where it lies neither here nor in the object storage. */
const pictureOf = async ({ files, storage, log }: CaseDeps, name: string): Promise<Buffer | null> => {
  try {
    return await fs.readFile(path.join(files.folder, name));
  } catch {
    return storage.read(name, 'full').catch((error: unknown) => {
      log.warn('a picture of a case file was not read', { name, error });
      return null;
    });
  }
};
const addPictures = async (archive: Archive, deps: CaseDeps, names: readonly string[]) => {
  const shown: Picture[] = [];
  const placed: Record<string, string | null> = {};
  for (const name of names) {
    const bytes = await pictureOf(deps, name);
    placed[name] = bytes === null ? null : `pictures/${sha256Hex(bytes)}.webp`;
    if (bytes === null) continue;
    const digest = sha256Hex(bytes);
    if (!archive.files.some((file) => file.name === placed[name]))
      archive.add(`pictures/${digest}.webp`, bytes, { packed: true });
    if (shown.length < MOST_SHOWN) shown.push({ digest, bytes });
  }
  return { shown, placed };
};

/** `shops`: of everything in it. */
type Counts = { events: number; withheld: number; readonly shops: Set<number> };
type Reading = {
  readonly facts: Facts;
  readonly position: number;
  readonly seals: SealsUsed;
  readonly counts: Counts;
};
async function* linesOf(
  { written: log }: CaseDeps,
  asked: CaseRequest,
  { facts, position, seals, counts }: Reading,
): AsyncGenerator<Buffer> {
  const ofRecord = new Set(facts.streams);
  for await (const { events, part } of eventsOf(log, facts, position)) {
    asked.signal.throwIfAborted();
    const lines = events.map((event) => lineOf(event, asked.user, ofRecord.has(event.stream)));
    for (const event of events) for (const shopId of ownShops(event, asked.user)) counts.shops.add(shopId);
    for (const line of lines) {
      seals.add(line);
      counts.events += 1;
      if ('digest' in line) counts.withheld += 1;
    }
    asked.onPercent(FACTS_PERCENT + Math.round(EVENTS_PERCENT * part));
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

const notesOf = ({ withheld }: Pick<Counts, 'withheld'>, user: SessionUser, missing: number): string[] => [
  ...(seesPersons(user) ? [] : ['制作人没有查看客户联系方式的权限，联系方式已隐去。']),
  ...(seesCost(user) ? [] : ['制作人没有查看成本的权限，成本不在其中。']),
  ...(withheld === 0 ? [] : [`${withheld} 个事件只列出摘要，其内容制作人无权查看。`]),
  ...(missing === 0 ? [] : [`${missing} 张图片的文件已不在服务器上。`]),
];

/** The manifest and its signature come last: they speak of all other files. */
const signedBy = (archive: Archive, privateKey: string, said: Omit<CaseManifest, 'files'>): void => {
  const manifest = json({ ...said, files: [...archive.files] } satisfies CaseManifest);
  archive.add(MANIFEST, manifest);
  archive.add(SIGNATURE, Buffer.from(sign(null, manifest, privateKey).toString('base64')));
};

/** A transfer names the other shop as well; its record is asked again of whoever fetches it. */
const ownIn = ({ shopId, data }: Facts, user: SessionUser): Set<number> =>
  new Set([shopId, ...shopsIn(data)].filter((id) => seesShop(user, id)));
/** The events and the seals that cover them. */
const addEvidence = async (archive: Archive, deps: CaseDeps, asked: CaseRequest, facts: Facts) => {
  const position = await deps.reads.positionAsOf(asked.moment);
  // Everything that is shown lies under a seal: what is not sealed yet is sealed now.
  await sealLog(deps, asked.signal, atOnce);
  const seals = new SealsUsed(await allSeals(deps.master), await sealPlaces(deps.master));
  const counts = { events: 0, withheld: 0, shops: ownIn(facts, asked.user) };
  await archive.addParts(EVENTS, linesOf(deps, asked, { facts, position, seals, counts }));
  const used = seals.used.map(({ marks, ...seal }) => {
    archive.add(marksFile(seal.no), marks, { packed: true });
    return seal;
  });
  return { position, counts, used };
};

const written = async (
  archive: Archive,
  deps: CaseDeps,
  asked: CaseRequest,
  facts: Facts,
): Promise<Omit<CaseResult, 'bytes' | 'digest' | 'reach'> & { readonly shops: ReadonlySet<number> }> => {
  const { user, moment } = asked;
  const { position, counts: evidence, used } = await addEvidence(archive, deps, asked, facts);
  const { shops, ...counts } = evidence;
  const { publicKey, privateKey } = await keyPair(deps.master, deps.secrets);
  const { shown, placed } = await addPictures(archive, deps, facts.pictures);
  archive.add(DATA, json({ ...facts.data, pictures: placed }));
  const [madeAt, at] = [isoWithOffset(deps.clock()), isoWithOffset(moment)];
  const last = used.at(-1);
  const head = [
    ['显示时点', momentInWords(at)],
    ['制作人', user.nickName],
    ['制作时间', momentInWords(madeAt)],
    ['事件', `${counts.events} 个，日志位置 ${position}`],
    ['封印', last === undefined ? '没有事件' : `第 ${last.no} 号，摘要 ${sealDigest(last)}`],
    ['公钥指纹', fingerprintOf(publicKey)],
  ] as const;
  const missing = Object.values(placed).filter((name) => name === null).length;
  const { title, tables, sums } = facts;
  const notes = notesOf(counts, user, missing);
  archive.add(READABLE, Buffer.from(caseHtml({ title, head, tables, pictures: shown, notes })));
  archive.add(PUBLIC_KEY, Buffer.from(publicKey));
  const holds = { persons: seesPersons(user), cost: seesCost(user) };
  const said = { title, madeBy: user.nickName, madeAt, at, position, ...counts, ...holds, sums, seals: used };
  signedBy(archive, privateKey, { caseFile: 1, ...said });
  return { events: counts.events, seal: last?.no ?? 0, shops };
};

/**
 * @throws {NotAnswered} what the house says to whom it concerns.
 * @throws {KeyLost} {@link LogDiffers} {@link NotAsSealed}
 */
export const makeCaseFile = async (deps: CaseDeps, asked: CaseRequest): Promise<CaseResult> => {
  const house = recorded(asked.ask);
  const facts = await asked.collect(house.ask, (done, total) =>
    asked.onPercent(Math.round((FACTS_PERCENT * done) / Math.max(1, total))),
  );
  await fs.mkdir(path.dirname(asked.file), { recursive: true, mode: 0o700 });
  const archive = new Archive(asked.file);
  try {
    const { shops, ...rest } = await written(archive, deps, asked, facts);
    return { ...(await archive.end()), ...rest, reach: reachOf(asked.user, shops, house.asked) };
  } catch (error) {
    await archive.discard();
    throw error;
  }
};
