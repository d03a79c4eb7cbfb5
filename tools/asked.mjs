/** What a tool is asked for on its line: help, or one Chinese sentence for whatever is wrong with it. */
import { parseArgs } from 'node:util';

export const refused = (why) => {
  process.stdout.write(`✗ ${why}\n`);
  process.exit(1);
};
const quotedIn = ({ message }) => /'([^']+)'/.exec(message)?.[1] ?? '';
export const asked = (help, options) => {
  if (process.argv.slice(2).some((one) => one === '--help' || one === '-h')) {
    process.stdout.write(`${help}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const named = quotedIn(error).replace(' <value>', '');
    const isStrange = /UNKNOWN_OPTION|UNEXPECTED_POSITIONAL/.test(error.code);
    return refused(`${isStrange ? `不认识 ${named}` : `${named} 的值不对`}，用法见 --help`);
  }
};
const PORT_ENDS = {
  EADDRINUSE: '已被占用：请停止占用它的程序，或用 --port 换一个',
  EACCES: '不许使用：请用 --port 换一个1024以上的',
};
/** Why a tool cannot listen there. */
export const portWords = (port, { code, message }) => `端口 ${port} ${PORT_ENDS[code] ?? `不能监听（${message}）`}`;
