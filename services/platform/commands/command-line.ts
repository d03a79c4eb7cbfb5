/** What every command of the house does with its line: help, a Chinese sentence for whatever goes wrong, an exit code. */
import { onSignals } from '../process/signals.ts';

const LONGEST_CHAIN = 8;
type Coded = Error & { readonly code: string };
/** What went wrong, beneath what was said of it. */
const codedIn = (error: unknown): Coded | undefined => {
  let link = error;
  for (let length = 0; link instanceof Error && length < LONGEST_CHAIN; length += 1) {
    if ('code' in link && typeof link.code === 'string') return link as Coded;
    link = link.cause;
  }
  return undefined;
};
const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Node names what it does not know, and every path, between quotes. */
const quotedIn = (error: unknown): string => /'([^']+)'/.exec(textOf(error))?.[1] ?? '';

/** An option of Node's complaint, `--at <value>`, as it is typed. */
const optionIn = (error: unknown): string => quotedIn(error).replace(' <value>', '');
const valueWords = (error: unknown): string => {
  if (/argument missing/.test(textOf(error))) return ' 后面缺少它的值';
  return /does not take an argument/.test(textOf(error)) ? ' 后面不带值' : ' 的写法不对';
};
const SENTENCES: readonly (readonly [RegExp, (error: unknown) => string])[] = [
  [/^ERR_PARSE_ARGS_UNKNOWN_OPTION$/, (error) => `不认识 ${quotedIn(error)}，用法见 --help`],
  [/^ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL$/, (error) => `不认识 ${quotedIn(error)}，用法见 --help`],
  [/^ERR_PARSE_ARGS_/, (error) => `${optionIn(error)}${valueWords(error)}，用法见 --help`],
  [/^ENOENT$/, (error) => `没有这个文件：${quotedIn(error)}`],
  [/^(EEXIST|ENOTDIR)$/, (error) => `${quotedIn(error)} 是文件，不是文件夹`],
  [/^EISDIR$/, () => '给出的是文件夹，不是文件'],
  [/^(EACCES|EPERM|EROFS)$/, (error) => `没有读写 ${quotedIn(error)} 的权限`],
  [/^(ENOSPC|EDQUOT|53100)$/, () => '磁盘空间不足'],
  [
    /^(42P01|3F000)$/,
    () => '这个数据库里没有本系统的数据：请核对 DATABASE_URL 或 DATA_DIR；新装的先用 npm start 启动一次',
  ],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|57P03)$/, () => '数据库没有应答：请先确认它在运行'],
  [/^28/, () => '数据库拒绝了用户名或密码：请核对 DATABASE_URL'],
  [/^3D000$/, () => '没有这个数据库：请核对 DATABASE_URL'],
];

/** A sentence that stops a command with an exit code of its own. */
export class CommandEnd extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number, options?: ErrorOptions) {
    super(sentence, options);
    this.exitCode = exitCode;
  }
}

/** Whatever stops a command, in one line for whoever typed it. */
export const commandWords = (error: unknown): string => {
  if (error instanceof CommandEnd) return error.message;
  const coded = codedIn(error);
  const [, words] = SENTENCES.find(([pattern]) => pattern.test(coded?.code ?? '')) ?? [];
  return words === undefined ? textOf(error) : words(coded);
};

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs to its exit code, `failed` where it throws without one of its own ({@link CommandEnd}); `help` is what `--help` prints, instead. Who
 * ends it aborts `stop`: what was started for it is stopped first.
 */
export const runCommand = async (
  help: string,
  run: (args: readonly string[], stop: AbortSignal) => Promise<number>,
  failed = 1,
): Promise<void> => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) return say(help);
  const told = new AbortController();
  // A command that takes no notice of it is ended by the signal itself.
  if (run.length > 1) onSignals({ end: () => told.abort(new Error('已停止')), hurry: () => process.exit(failed) });
  try {
    process.exitCode = await run(args, told.signal);
  } catch (error) {
    const isOwn = error instanceof CommandEnd;
    say(`✗ ${commandWords(told.signal.aborted && !isOwn ? told.signal.reason : error)}`);
    process.exitCode = isOwn ? error.exitCode : failed;
  }
  if (told.signal.aborted) process.exit();
};
