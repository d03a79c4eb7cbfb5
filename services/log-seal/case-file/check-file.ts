/**
 * `node check.mjs 卷宗.zip [--fingerprint HEX] [--seal NO:DIGEST …]`: this file alone, bundled, is what a stranger checks a case
 * file with. Ends with 1 where anything differs.
 */
import { runCommand, say } from '../../platform/commands/command-line.ts';
import { argsOf } from '../verify-command.ts';
import { checkCase } from './check.ts';
import { openZip } from './zip.ts';

const HELP = `用法：node check.mjs 卷宗.zip [--fingerprint 指纹] [--seal 编号:摘要 …]

核对卷宗：每个文件、每个事件的摘要、封印和合计；不需要网络，也不需要卷宗的来源系统。
退出码：0 全部相符，1 不符`;
await runCommand(HELP, async (args) => {
  const { files, ...asked } = argsOf(args);
  const [file] = files;
  if (file === undefined) throw new TypeError('请给出卷宗文件：node check.mjs 卷宗.zip --fingerprint 指纹');
  const { good, said } = await checkCase(await openZip(file), asked);
  for (const line of said) say(line);
  return good ? 0 : 1;
});
