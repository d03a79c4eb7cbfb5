/**
 * `node check.mjs 卷宗.zip [--fingerprint HEX] [--seal NO:DIGEST …]`: this file alone, bundled, is what a stranger checks a case
 * file with. Ends with 1 where anything differs.
 */
import { argsOf } from '../asked.ts';
import { checkCase } from './check.ts';
import { openZip } from './zip.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const { files, ...asked } = argsOf(process.argv.slice(2));
  const [file] = files;
  if (file === undefined) throw new TypeError('请给出卷宗文件：node check.mjs 卷宗.zip --fingerprint 指纹');
  const { good, said } = await checkCase(await openZip(file), asked);
  for (const line of said) say(line);
  process.exitCode = good ? 0 : 1;
} catch (error) {
  say(`✗ ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
