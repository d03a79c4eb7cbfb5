/** The archives of this house below DATA_DIR/backups, what is known of each, and which of them go. */
import fs from 'node:fs';
import path from 'node:path';
import { isoWithOffset } from '../contracts/dates.ts';
import { AGE_ENDING } from '../platform/archive/encryption.ts';
import { writeWhole } from '../platform/secrets/whole-file.ts';
import { BACKUP_NAME, BackupFacts, type BackupRow } from './contract.ts';

export const BACKUPS = 'backups';
const FACTS = '.json';
/** backup-20261125-030000.ndjson.gz */
export const nameAt = (moment: Date, encrypted: boolean): string => {
  const stamp = isoWithOffset(moment).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return `backup-${stamp}.ndjson.gz${encrypted ? AGE_ENDING : ''}`;
};
export const writeFacts = (file: string, facts: BackupFacts): void =>
  writeWhole(`${file}${FACTS}`, JSON.stringify(facts));

/** Of one without them: an earlier release wrote it. */
const unknown = (file: string): BackupFacts => ({
  at: isoWithOffset(fs.statSync(file).mtime),
  checkedAt: '',
  after: -1,
  position: -1,
  events: 0,
  rows: 0,
  pictures: 0,
  sha256: '',
});
const factsOf = (file: string): BackupFacts => {
  if (!fs.existsSync(`${file}${FACTS}`)) return unknown(file);
  const { data } = BackupFacts.safeParse(JSON.parse(fs.readFileSync(`${file}${FACTS}`, 'utf8')));
  return data ?? unknown(file);
};
/** The newest first. */
export const keptBackups = (folder: string): readonly BackupRow[] => {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .toReversed()
    .map((name) => {
      const file = path.join(folder, name);
      return { name, size: fs.statSync(file).size, encrypted: name.endsWith(AGE_ENDING), ...factsOf(file) };
    });
};
export const forgetBackup = (folder: string, name: string): void => {
  for (const ending of ['', '.sha256', FACTS]) fs.rmSync(path.join(folder, `${name}${ending}`), { force: true });
};

/** `keep`: so many at most; `days`: none that is older, without it as old as they are. The newest stays. */
export type Retention = { readonly keep: number; readonly days: number | null };
const DAY_MS = 86_400_000;
/** A back-up under way writes all the time; what nothing was written to for so long is of a run that was killed. */
const DEAD_MS = 3_600_000;
/** Also what a killed run left behind. */
export const forgetOld = (folder: string, { keep, days }: Retention, now: Date): void => {
  for (const name of fs.readdirSync(folder).filter((each) => each.includes('.part'))) {
    const file = path.join(folder, name);
    const written = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (written < now.getTime() - DEAD_MS) fs.rmSync(file, { force: true });
  }
  const least = days === null ? 0 : now.getTime() - days * DAY_MS;
  const gone = keptBackups(folder).filter(({ at }, index) => index > 0 && (index >= keep || Date.parse(at) < least));
  for (const { name } of gone) forgetBackup(folder, name);
};
