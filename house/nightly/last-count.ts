/** Where a nightly count may go on from, and what it leaves for the next: bound to the seal of the log and signed with its key (R167). */
import { createHash, sign, verify } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { CommonQueryMethods } from 'slonik';
import { ThirtiethSums } from 'projections/self-audit/thirtieth-sums';
import { CannotStart } from '../../services/platform/base/cannot-start.ts';
import { silentLog } from '../../services/platform/base/log.ts';
import type { LogMarks } from '../../services/platform/event-store/port.ts';
import { THIRTIETHS } from '../../services/contracts/thirtieths.ts';
import type { JobRun } from '../../services/platform/jobs/job-function.ts';
import { keptSecrets, type Secrets } from '../../services/platform/secrets/secrets.ts';
import { atOnce } from '../../services/log-seal/background-pace.ts';
import { KeyLost, keyPair } from '../../services/log-seal/key.ts';
import { LogDiffers, lastSeal, sealLog } from '../../services/log-seal/seals.ts';
import {
  readSums,
  doubt,
  nextThirtieth,
  partText,
  replaceSums,
  type SignedSums,
} from '../../services/self-audit/nightly-count.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The code that counts, and all it stands on: what another release counts may be something else. */
const rulesOf = (): string => {
  const files = fs.globSync('{services,projections,house}/**/*.ts', {
    cwd: ROOT,
    exclude: (name) => name === 'node_modules',
  });
  const digest = createHash('sha256');
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).toSorted())
    digest.update(file).update(fs.readFileSync(path.join(ROOT, file)));
  return digest.digest('hex');
};

/** The end of the newest seal, up to which is counted, and the key that signs what was. */
export type SealedEnd = {
  readonly until: number;
  readonly eventId: string;
  readonly seal: number;
  readonly rules: string;
  readonly privateKey: string;
  readonly publicKey: string;
};
/** Seals what has no seal yet; answers the last event under one. */
const sealedEvent = async (run: JobRun, marks: LogMarks, secrets: Secrets) => {
  const [master, written] = [await run.db(), await run.rawStore()];
  const deps = { master, written, secrets, clock: () => new Date(), log: silentLog };
  await sealLog(deps, new AbortController().signal, atOnce);
  const last = await lastSeal(master);
  const [mark = null] = last === null ? [] : await marks.at([last.lies]);
  return last === null || mark === null ? null : { until: last.lies, eventId: mark.id, seal: last.no };
};
const isNoSeal = (error: unknown): error is Error =>
  error instanceof KeyLost || error instanceof LogDiffers || error instanceof CannotStart;
/** Or why nothing can be kept here. */
export const sealUp = async (run: JobRun): Promise<SealedEnd | string> => {
  const { readsParts, marks } = await run.store();
  if (readsParts !== true || marks === undefined) return '事件存储不能按份读取';
  try {
    const secrets = keptSecrets(run.dataDir, run.secretsKey);
    const event = await sealedEvent(run, marks, secrets);
    if (event === null) return '日志还没有封印';
    return { ...event, rules: rulesOf(), ...(await keyPair(await run.db(), secrets)) };
  } catch (error) {
    if (isNoSeal(error)) return error.message;
    throw error;
  }
};

export type LastCount = {
  /** As they were found, whatever is thought of them. */
  readonly parts: readonly SignedSums[];
  /** null: nobody may go on from them, for this reason. */
  readonly sums: ThirtiethSums | null;
  readonly why: string;
  readonly position: number;
  readonly thirtieth: number;
};
export const readLastCount = async (run: JobRun, { rules, publicKey, until }: SealedEnd): Promise<LastCount> => {
  const [db, store] = [await run.db(), await run.store()];
  const parts = await readSums(db);
  const position = parts[0]?.position ?? -1;
  const why = await doubt(parts, {
    rules,
    isSigned: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
    eventAt: async (at) => (at > until ? null : ((await store.marks?.at([at]))?.[0]?.id ?? null)),
  });
  const sums = why === null ? ThirtiethSums.ofTexts(parts.map((part) => part.sums)) : null;
  return { parts, sums, why: why ?? '', position, thirtieth: nextThirtieth(parts) };
};

/** `anew`: the thirtieth that was counted from the first event; null: all were. In the transaction that tells of the count. */
export const keep = (
  tx: CommonQueryMethods,
  place: SealedEnd,
  { parts: before }: LastCount,
  { sums, anew }: { readonly sums: ThirtiethSums; readonly anew: number | null },
): Promise<boolean> => {
  const turn = 1 + Math.max(0, ...before.map((part) => part.turn));
  const parts = Array.from({ length: THIRTIETHS }, (_, thirtieth): SignedSums => {
    const isAnew = anew === null || anew === thirtieth;
    const part = {
      thirtieth,
      position: place.until,
      event_id: place.eventId,
      seal: place.seal,
      rules: place.rules,
      turn: isAnew ? turn : (before[thirtieth]?.turn ?? 0),
      sums: sums.textOf(thirtieth),
    };
    return { ...part, signature: sign(null, Buffer.from(partText(part)), place.privateKey).toString('base64') };
  });
  return replaceSums(tx, before, parts);
};
