/**
 * `npm run backup -- FILE`: log, master data and pictures of this installation in one archive; the house may run meanwhile.
 * `--since ARCHIVE` only what came after that one; `--recipient age1…` or BACKUP_PASSPHRASE encrypts (the file's name ends with
 * `.age`).
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BACKUPS } from '../../services/backup/archives.ts';
import { openerOf, passphrase } from '../../services/platform/archive/opening.ts';
import { writeBackup } from '../../services/backup/write.ts';
import { AGE_ENDING } from '../../services/platform/archive/encryption.ts';
import { checkArchive } from '../../services/platform/archive/read.ts';
import { withDatabase } from '../../services/platform/commands/command-database.ts';
import { runCommand, say } from '../../services/platform/commands/command-line.ts';
import { giveWay } from '../../services/platform/process/give-way.ts';
import { KEY_FILE } from '../../services/platform/secrets/customer-keys.ts';
import { openFolder } from '../../services/platform/secrets/whole-file.ts';
import { keptSecrets } from '../../services/platform/secrets/secrets.ts';
import { openRawStore } from '../log/open-store.ts';

const HELP = `用法：npm run backup -- 文件 [选项]

把日志、主数据和图片写成一个备份文件；系统可以同时运行。

选项：
  --since 备份        只写这个备份之后的（增量）
  --recipient 公钥    加密给 age1… 的持有人，可给多个（或环境变量 BACKUP_PASSPHRASE）；文件名以 .age 结尾
  --identity 文件     打开 --since 给出的加密备份

退出码：0 完成，1 没有写成`;
const asked = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      recipient: { type: 'string', multiple: true, default: [] },
      identity: { type: 'string', multiple: true, default: [] },
    },
  });
  const [file, ...more] = positionals;
  if (file === undefined) throw new TypeError('请给出要写的文件：npm run backup -- 文件');
  // npm keeps an option to itself that no -- stands before, and what followed it comes alone.
  if (more.length > 0) throw new TypeError(`不认识 ${more.join(' ')}：选项写在 -- 之后，用法见 --help`);
  if (fs.existsSync(file)) throw new TypeError(`${file} 已存在`);
  if (!fs.existsSync(path.dirname(path.resolve(file)))) throw new TypeError(`没有文件夹 ${path.dirname(file)}`);
  const isClosed = values.recipient.length > 0 || passphrase() !== undefined;
  if (file.endsWith(AGE_ENDING) !== isClosed)
    throw new TypeError(`加密的备份以 ${AGE_ENDING} 结尾（--recipient 或 BACKUP_PASSPHRASE），不加密的不以它结尾`);
  const closer = isClosed ? { passphrase: passphrase(), recipients: values.recipient } : null;
  return { ...values, file: path.resolve(file), closer };
};
const previousOf = async (since: string | undefined, identity: readonly string[]) => {
  if (since === undefined) return null;
  const { header, manifest, sha256 } = await checkArchive(since, openerOf(identity));
  return { at: header.at, position: header.position, lastId: manifest.lastId, sha256 };
};

await runCommand(HELP, async (_args, stop) => {
  const { file, closer, since, identity } = asked();
  const previous = await previousOf(since, identity);
  await withDatabase({ applicationName: 'backup', size: 1, stop }, async ({ config, url }) => {
    const secrets = keptSecrets(config.dataDir, config.secretsKey);
    giveWay();
    const store = await openRawStore(config, url);
    const keyFolder = openFolder(config.dataDir, BACKUPS);
    try {
      const { manifest, position } = await writeBackup(file, {
        url,
        store,
        previous,
        closer,
        stop,
        folder: path.join(config.dataDir, 'files'),
        keyFolder,
        secrets,
        progress: (part) => say(`已写出${part}`),
      });
      say(
        `✓ ${manifest.events} 个事件（到位置 ${position}）、${manifest.rows} 行主数据、${manifest.pictures} 个图片文件`,
      );
      say(`${file}；客户密钥在 ${path.join(keyFolder, KEY_FILE)}，secrets.key 请另行保存`);
    } finally {
      await store.close();
    }
  });
  return 0;
});
