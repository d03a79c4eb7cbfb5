/**
 * Backup (R120): DATA_DIR/backups/backup-<moment>.ndjson.gz, opened again and counted before it has that name. Its parameter:
 * `keep=14 days=90 age=age1…`, all of them optional.
 */
import path from 'node:path';
import { isoWithOffset } from '../contracts/dates.ts';
import { JobFailed, type JobFunction } from '../platform/jobs/job-function.ts';
import { openFolder } from '../platform/secrets/whole-file.ts';
import { openSecrets } from '../platform/secrets/secrets.ts';
import { BACKUPS, forgetOld, keptBackups, nameAt, writeFacts } from './archives.ts';
import { writeBackup } from './write.ts';

const KEPT = 14;
const WORD = /^(?:(keep|days)=(\d{1,4})|(age)=(age1[0-9a-z]{20,2000}))$/;
/** @throws {JobFailed} naming the word that is none. */
export const plannedBy = (args: string) => {
  const said = new Map<string, string>();
  for (const word of args.split(/\s+/).filter((text) => text !== '')) {
    const found = WORD.exec(word);
    if (found === null) throw new JobFailed(`参数“${word}”不正确，应为 keep=份数 days=天数 age=公钥`);
    said.set(found[1] ?? found[3] ?? '', found[2] ?? found[4] ?? '');
  }
  const days = said.get('days');
  return {
    keep: Math.max(1, Number(said.get('keep') ?? KEPT)),
    days: days === undefined ? null : Math.max(1, Number(days)),
    recipient: said.get('age') ?? null,
  };
};

export const backup: JobFunction = async ({ databaseUrl: url, dataDir, secretsKey, rawStore, say, args }) => {
  const { recipient, ...retention } = plannedBy(args);
  const folder = openFolder(dataDir, BACKUPS);
  const file = path.join(folder, nameAt(new Date(), recipient !== null));
  const { manifest, sha256, at, after, position } = await writeBackup(file, {
    url,
    store: await rawStore(),
    folder: path.join(dataDir, 'files'),
    secrets: openSecrets(dataDir, secretsKey),
    keyFolder: folder,
    closer: recipient === null ? null : { recipients: [recipient] },
    previous: null,
    progress: (part) => say(`已写出${part}`),
  });
  const { events, rows, pictures } = manifest;
  const checkedAt = isoWithOffset(new Date());
  writeFacts(file, { at, checkedAt, after, position, events, rows, pictures, sha256 });
  forgetOld(folder, retention, new Date());
  const [newest] = keptBackups(folder);
  say(`${file}（${newest?.size ?? 0} 字节）`);
  say(`已备份并核对 ${rows} 行主数据、${events} 个事件、${pictures} 个图片文件`);
};
