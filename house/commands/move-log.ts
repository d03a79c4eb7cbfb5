/**
 * `npm run move-log -- --from … --to …`: the log of this installation from PostgreSQL to EventStoreDB or back, with the settings of
 * `npm start`, while the house works (ADR 0064). Ends with 0 where all is done, 1 where something differs or is refused, 2 where the
 * command is wrong, 3 where the switch was not made, 4 where it was told to end.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { reopenLog } from '../log/mistaken-closing.ts';
import { alreadyThere, isStore, movedStores, type MoveRequest } from '../log/moved-stores.ts';
import { CannotStart } from '../../services/platform/base/cannot-start.ts';
import { withDatabase } from '../../services/platform/commands/command-database.ts';
import { CommandEnd, commandWords, runCommand, say } from '../../services/platform/commands/command-line.ts';
import { isOfPlace } from '../../services/platform/base/faults.ts';
import { Comparison } from '../../services/platform/event-store/log-move/comparison.ts';
import { NotSwitched } from '../../services/platform/event-store/log-move/fence.ts';
import { moveLog, Stopped, type MovedStore } from '../../services/platform/event-store/log-move/move.ts';
import { progressSaid } from '../../services/platform/event-store/log-move/progress.ts';
import { logPlaceOf, onConnection } from '../../services/platform/event-store/log-move/log-place.ts';

const HELP = `用法：npm run move-log -- --from 来源 --to 目标 [选项]

把事件日志逐个事件原样搬到另一种存储，搬的时候照常营业。设置与 npm start 相同（DATA_DIR、DATABASE_URL）。

来源和目标：
  postgres        本系统的PostgreSQL（也可写它的 postgres:// 地址）
  eventstoredb    EVENT_STORE_URL 所指的EventStoreDB
  esdb://…        这个地址的EventStoreDB

选项：
  （不加）        复制现有的全部事件，逐个核对，结束；以后用同一命令接着搬
  --follow        复制后一直跟随来源；按回车（或发信号 SIGUSR2）切换
  --switch        跟上、读模型建好后立即切换：几秒内不能保存，之后旧地址不能再启动
  --verify-only   只逐个核对两边，什么也不写
  --patience 秒   切换时最多停写这么久（默认 30），超过就放行，稍后再切换
  --one-by-one    逐次写入EventStoreDB：慢，但任何故障都不会打乱顺序
  --reopen        重新打开被写反了来源和目标的move-log关闭的PostgreSQL日志（单独使用）
  --help          显示这段说明

目标必须是空的，或者是来源的开头（上次没有搬完）；中断后用同一命令接着搬。
退出码：0 完成，1 不同或被拒绝，2 命令有误，3 没有切换（照旧营业），4 中途停止（可接着搬）`;

const WRONG = 2;
const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  follow: { type: 'boolean', default: false },
  switch: { type: 'boolean', default: false },
  'verify-only': { type: 'boolean', default: false },
  'one-by-one': { type: 'boolean', default: false },
  patience: { type: 'string', default: '30' },
} as const;
const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw new CommandEnd(commandWords(error), WRONG, { cause: error });
  }
};
type Asked = MoveRequest & {
  readonly follow: boolean;
  readonly switch: boolean;
  readonly verifyOnly: boolean;
  readonly patienceMs: number;
};
/** What is wrong with the line; null: nothing. */
const wrongIn = ({ from = '', to = '', patience }: ReturnType<typeof parsed>): string | null => {
  if (from === '' || to === '') return '请给出 --from 和 --to，用法见 --help';
  if (![from, to].every(isStore)) return '--from 和 --to 应为 postgres、eventstoredb 或 esdb:// 地址，用法见 --help';
  return Number(patience) >= 1 && Number(patience) <= 600 ? null : '--patience 应为 1 至 600 的秒数';
};
const asked = (args: readonly string[]): Asked => {
  const values = parsed(args);
  const wrong = wrongIn(values);
  if (wrong !== null) throw new CommandEnd(wrong, WRONG);
  const { from = '', to = '' } = values;
  return {
    ...values,
    from,
    to,
    verifyOnly: values['verify-only'],
    oneByOne: values['one-by-one'],
    patienceMs: Number(values.patience) * 1_000,
  };
};

/** Compares the two and writes nothing; what a log has that was moved on since is no difference. */
const verified = async (url: string, from: MovedStore, to: MovedStore): Promise<number> => {
  const found = await onConnection(url, 'move log', logPlaceOf);
  const [source, target] = await Promise.all([from.store.head(), to.store.head()]);
  const progress = progressSaid(say);
  const comparison = new Comparison({
    source: from.store,
    target: to.store,
    onPairs: async () => undefined,
    onProgress: ({ events, source: at }) => progress('核对', { events, from: -1, at, until: source }),
  });
  const isThere = found?.store === to.kind;
  const { whole, beyond } = await comparison.run({ source, target }, { beyond: isThere });
  if (!whole) {
    say(`✗ 目标只有来源的前 ${comparison.events} 个事件，逐个相同`);
    return 1;
  }
  say(`✓ 来源的 ${comparison.events} 个事件目标都有，逐个相同${beyond ? '；目标在切换之后另有新的事件' : ''}`);
  return 0;
};

/** Enter or SIGUSR2 asks for the switch; Ctrl-C ends, and the same command goes on. */
const told = ({ follow, switch: atOnce }: Asked) => {
  const [switching, stopping] = [new AbortController(), new AbortController()];
  if (atOnce) switching.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  process.on('SIGUSR2', () => switching.abort());
  const keys = follow && !atOnce && process.stdin.isTTY ? createInterface({ input: process.stdin }) : null;
  keys?.once('line', () => switching.abort());
  keys?.once('SIGINT', () => stopping.abort());
  if (follow && !atOnce) say(`跟上来源后按回车切换（或 kill -USR2 ${process.pid}）；Ctrl-C 停止，以后可接着搬`);
  return { asked: switching.signal, stop: stopping.signal, done: () => keys?.close() };
};
const moved = async (request: Asked, url: string, stores: Awaited<ReturnType<typeof movedStores>>): Promise<number> => {
  const { from, to } = stores;
  const { asked: wanted, stop, done } = told(request);
  try {
    const { follow, patienceMs } = request;
    const moving = { ...stores, url, say, progress: progressSaid(say), stop };
    if (!(await moveLog(moving, { follow, asked: wanted, patienceMs }))) {
      say('来源照常使用；要切换请用同一命令加 --switch 或 --follow');
      return 0;
    }
  } finally {
    done();
  }
  const how = to.kind === 'postgres' ? '去掉 EVENT_STORE_URL' : `设置 EVENT_STORE_URL 为 ${to.name} 的地址`;
  say(`日志现在在${to.name}：请${how}后启动本系统；用旧地址不能再启动`);
  say(`${from.name}里的旧日志请保留到确认无误`);
  return 0;
};

const run = (request: Asked): Promise<number> =>
  withDatabase({ applicationName: 'move log', size: 1 }, async ({ config, url }) => {
    const already = request.verifyOnly ? null : await alreadyThere(request, { url, config, say });
    if (already !== null) {
      say(`✓ 事件日志已经在${already}，无需再搬`);
      return 0;
    }
    const stores = await movedStores(request, { url, config, say });
    try {
      return await (request.verifyOnly ? verified(url, stores.from, stores.to) : moved(request, url, stores));
    } finally {
      await Promise.all([stores.from.store.close(), stores.to.store.close()]);
    }
  });
const reopened = (): Promise<number> =>
  withDatabase({ applicationName: 'move log', size: 1 }, async ({ url }) => {
    if (!(await reopenLog(url))) throw new CommandEnd('这里的日志没有被误关，什么也没有改', 1);
    say('✓ PostgreSQL里的事件日志已重新打开，内容没有变；现在可以启动本系统');
    return 0;
  });
/** Words for whoever reads them; addresses with passwords are in none of ours. */
const endOf = (error: unknown): unknown => {
  if (error instanceof Stopped) return new CommandEnd('已停止；用同一命令接着搬', 4, { cause: error });
  if (error instanceof NotSwitched) return new CommandEnd(error.message, 3, { cause: error });
  const words = error instanceof Error ? error.message : String(error);
  if (!isOfPlace(error)) return error instanceof CannotStart ? new CommandEnd(words, 1, { cause: error }) : error;
  return new CommandEnd(`数据库或事件存储没有应答（${words}）：恢复后用同一命令接着搬`, 1, { cause: error });
};
await runCommand(HELP, async (args) => {
  const isReopen = args.includes('--reopen');
  if (isReopen && args.length > 1) throw new CommandEnd('--reopen 单独使用，用法见 --help', WRONG);
  const work = isReopen ? reopened : run.bind(null, asked(args));
  return work().catch((error: unknown) => {
    throw endOf(error);
  });
});
