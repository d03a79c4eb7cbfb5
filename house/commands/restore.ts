/**
 * `npm run restore -- FILE [FILE …]`: puts a house back into an empty database, with the settings of `npm start`. Archives are
 * given in their order, the whole one first. `--at 2026-11-20T12:00` only what was entered up to then; `--keys FILE` the
 * customers' keys where they do not lie beside the archive (`--without-keys`: everybody comes back as 已注销); `--identity FILE` or BACKUP_PASSPHRASE opens an encrypted one. Where the log is
 * kept in EventStoreDB (EVENT_STORE_URL), the restored one is moved there and compared event by event.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isoWithOffset } from '../../services/contracts/dates.ts';
import { openerOf } from '../../services/platform/archive/opening.ts';
import { BACKUPS } from '../../services/backup/archives.ts';
import { restore } from '../../services/backup/restore.ts';
import { readConfig } from '../../services/platform/process/config.ts';
import { withDatabase } from '../../services/platform/commands/command-database.ts';
import { runCommand, say } from '../../services/platform/commands/command-line.ts';
import { KEY_FILE, keysInFile, NO_KEYS } from '../../services/platform/secrets/customer-keys.ts';
import { keptSecrets, openSecrets } from '../../services/platform/secrets/secrets.ts';
import { assertEmpty, bringTo } from '../log/moved-stores.ts';
import { MIGRATION_IDS, prepareMasterAs } from '../start/prepare-master.ts';

const HELP = `用法：npm run restore -- 备份文件 [之后的备份 …] [选项]

把备份恢复到一个空的数据库（DATABASE_URL 或 DATA_DIR）；增量备份按先后一起给出，全量的在最前。

选项：
  --at 时刻         只恢复到这一刻，例如 2026-11-20T12:00
  --keys 文件       客户密钥；不给就用备份旁边的，再没有就用 DATA_DIR/backups 里的
  --without-keys    没有客户密钥：所有客户恢复为已注销
  --identity 文件   打开加密的备份（或环境变量 BACKUP_PASSPHRASE）

退出码：0 完成，1 没有恢复`;
const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;
/** Without a zone it is the shops' own. */
const momentOf = (text: string | undefined): Date | null => {
  if (text === undefined) return null;
  const moment = new Date(ZONE.test(text) ? text : `${text}+08:00`);
  const isWhole = !Number.isNaN(moment.getTime());
  // The 31st of a month of thirty days is no day of the next.
  if (!isWhole || (!ZONE.test(text) && !isoWithOffset(moment).startsWith(text.split(/[T ]/)[0] ?? '')))
    throw new TypeError(`--at 应为时刻，例如 2026-11-20T12:00，不是 ${text}`);
  return moment;
};
const asked = () => {
  const { values, positionals: files } = parseArgs({
    allowPositionals: true,
    options: {
      at: { type: 'string' },
      keys: { type: 'string' },
      'without-keys': { type: 'boolean', default: false },
      identity: { type: 'string', multiple: true, default: [] },
    },
  });
  const [first] = files;
  if (first === undefined) throw new TypeError('请给出备份文件：npm run restore -- 文件');
  const missing = files.find((file) => !fs.existsSync(file));
  if (missing !== undefined) throw new TypeError(`没有这个备份文件：${missing}`);
  // Beside the archive, else where a house of this folder keeps its own.
  const places = [path.dirname(first), path.join(readConfig().dataDir, BACKUPS)].map((at) => path.join(at, KEY_FILE));
  const keyFile = values.keys ?? places.find((file) => fs.existsSync(file)) ?? String(places[0]);
  if (!values['without-keys'] && !fs.existsSync(keyFile))
    throw new TypeError(`没有客户密钥 ${keyFile}：请用 --keys 给出，或用 --without-keys 把所有客户恢复为已注销`);
  const keyFiles = values['without-keys'] ? [] : [keyFile];
  return { files, keyFiles, at: momentOf(values.at), opener: openerOf(values.identity) };
};

await runCommand(HELP, async (_args, stop) => {
  const { keyFiles, ...given } = asked();
  const { dataDir, secretsKey } = readConfig();
  // Before a database is made for nothing. Without customers' keys a new one will do.
  const secrets = (keyFiles.length > 0 ? keptSecrets : openSecrets)(dataDir, secretsKey);
  await withDatabase({ applicationName: 'restore', size: 1, makes: true, stop }, async ({ config, url }) => {
    const { eventStoreUrl } = config;
    if (eventStoreUrl !== undefined) await assertEmpty(eventStoreUrl);
    const restored = await restore({
      ...given,
      url,
      keys: keyFiles.map((file) => keysInFile(file, secrets))[0] ?? NO_KEYS,
      folder: path.join(config.dataDir, 'files'),
      prepare: (ids) => prepareMasterAs(url, ids),
      say,
    });
    say(
      `✓ ${restored.events} 个事件（到位置 ${restored.position}）、${restored.rows} 行主数据、${restored.pictures} 个图片文件`,
    );
    if (restored.erased > 0) say(`${restored.erased} 位客户没有密钥，显示为已注销`);
    if (eventStoreUrl !== undefined) {
      await prepareMasterAs(url, MIGRATION_IDS);
      await bringTo(eventStoreUrl, { url, say });
    }
    say('启动后读模型会自行重建；npm run verify 校验事件');
  });
  return 0;
});
