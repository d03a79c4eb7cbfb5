/**
 * npm run print-service [-- --port 9090 --out print-out --mode ok --weight 3.215 --origin https://shop.example --json]
 * A print service for one machine, for trying out and for tests (docs/operations.md): takes jobs on
 * ws://127.0.0.1:9090/websocket, writes each sheet as an .svg file in true size, and answers printSuccess. What is
 * typed is done: a weight (3.215) is sent as the scale's, a mode changes how jobs are answered.
 */
import { accessSync, constants, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { asked, portWords, refused } from './asked.mjs';
import { install } from './prepare.mjs';

/** How jobs are answered; `wait` is delay, ms, before an answer. */
const MODES = ['ok', 'plain', 'silent', 'rubbish', 'refuse', 'die', 'die-printed', 'drop', 'drop-printed', 'delay'];
const HELP = `用法：npm run print-service -- [选项]

试用的打印服务：在 ws://127.0.0.1:端口/websocket 接收打印任务，每张写成一个 .svg 文件。输入重量或应答方式并回车，立即生效。

选项：
  --port 端口     默认 9090
  --out 文件夹    写到哪里，默认 print-out
  --mode 方式     怎样应答：${MODES.join('、')}
  --weight 克     每次连接时发送的重量，例如 3.215
  --origin 网址   本系统的网址，例如 https://shop.example，可给多个（或环境变量 PRINT_ORIGINS）
  --json          每件事输出一行 JSON

退出码：0 被停止，1 没有启动`;
const values = asked(HELP, {
  port: { type: 'string', default: '9090' },
  out: { type: 'string', default: 'print-out' },
  mode: { type: 'string', default: 'ok' },
  weight: { type: 'string' },
  /** Address of the house, `https://shop.example`; more than one may be given. A house on this machine needs none. */
  origin: { type: 'string', multiple: true, default: (process.env.PRINT_ORIGINS ?? '').split(',').filter(Boolean) },
  /** One JSON line per event instead of words, for programs. */
  json: { type: 'boolean', default: false },
});
const port = Number(values.port);
if (!(Number.isInteger(port) && port >= 0 && port <= 65_535)) refused('--port 应为 0 至 65535 的整数');
install({ running: true });
const { WebSocketServer } = await import('ws');
const out = resolve(values.out);
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_SHEETS = 1_000;

const WORDS = {
  listening: ({ port }) => `打印服务已启动：ws://127.0.0.1:${port}/websocket，标签写到 ${out}`,
  open: () => '已连接',
  close: () => '已断开',
  stranger: ({ origin }) => `拒绝了其他网站的连接：${origin || '没有来源'}`,
  job: ({ title, file, sheets }) => `打印 ${title}（模板 ${file}）：${sheets} 张`,
  bad: ({ reason }) => `收到看不懂的任务：${reason}`,
  mode: ({ mode }) => `应答方式：${mode}`,
  weight: ({ weight }) => `发送重量：${weight}`,
};
const say = (event, facts = {}) =>
  process.stdout.write(`${values.json ? JSON.stringify({ event, ...facts }) : WORDS[event](facts)}\n`);

let mode = { name: 'ok', rest: '' };
const setMode = (line) => {
  const [name = '', ...rest] = line.trim().split(/\s+/);
  if (!MODES.includes(name)) return false;
  mode = { name, rest: rest.join(' ') };
  say('mode', { mode: line.trim() });
  return true;
};

const isSvg = (sheet) => typeof sheet === 'string' && sheet.startsWith('<svg ');
const isObject = (value) => typeof value === 'object' && value !== null;
const TYPES = ['label', 'report'];
/** What is wrong with a job, or null. */
const wrongIn = ({ tables, params }) => {
  if (!isObject(params) || !isObject(tables)) return '缺少 tables 或 params';
  const { reportMode, reportType, sheets = [] } = params;
  if (reportMode !== 0 || !TYPES.includes(reportType)) return 'reportMode 或 reportType 不对';
  return Array.isArray(sheets) && sheets.length <= MOST_SHEETS && sheets.every(isSvg) ? null : 'sheets 不对';
};
const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
/** @returns the job, or why it is none. */
const readJob = (text) => {
  const job = parsed(text);
  const wrong = isObject(job) ? wrongIn(job) : '不是 JSON';
  if (wrong !== null) return wrong;
  const { reportTitle = '', reportFile = '', jobId, sheets = [] } = job.params;
  return { title: String(reportTitle), file: String(reportFile), id: jobId, sheets };
};
/** Goes on behind the paper that lies there already. */
const paperIn = () => {
  try {
    mkdirSync(out, { recursive: true });
    accessSync(out, constants.W_OK);
    return readdirSync(out);
  } catch {
    return refused(`不能写入文件夹 ${out}：请改正它的权限，或用 --out 换一个`);
  }
};
let printed = Math.max(0, ...paperIn().map((file) => Number.parseInt(file, 10) || 0));
const print = ({ title, file, id, sheets }) => {
  for (const sheet of sheets) {
    printed += 1;
    const place = join(out, `${String(printed).padStart(5, '0')}.svg`);
    // Whoever looks into the folder meanwhile sees whole sheets.
    writeFileSync(`${place}.part`, `${sheet}\n`);
    renameSync(`${place}.part`, place);
  }
  say('job', { title, file, id, sheets: sheets.length, printed });
};
const success = ({ id }) =>
  mode.name !== 'plain' && typeof id === 'string'
    ? JSON.stringify({ type: 'printSuccess', jobId: id })
    : 'printSuccess';

const ANSWERS = {
  ok: (socket, job) => (print(job), socket.send(success(job))),
  plain: (socket, job) => (print(job), socket.send(success(job))),
  /** Prints and never says so. */
  silent: (_socket, job) => print(job),
  /** Says nothing sensible before it answers. */
  rubbish: (socket, job) => {
    for (const words of ['', '{', '[]', 'null', 'NaN', '<html>', '{"type":"printSuccess2"}', 'x'.repeat(100_000)])
      socket.send(words);
    socket.send(Buffer.from([0, 255, 17]));
    print(job);
    socket.send(success(job));
  },
  refuse: (socket, { id }) =>
    socket.send(JSON.stringify({ type: 'printError', jobId: id, message: mode.rest || '打印机缺纸' })),
  die: () => process.exit(1),
  'die-printed': (_socket, job) => (print(job), process.exit(1)),
  drop: (socket) => socket.terminate(),
  'drop-printed': (socket, job) => (print(job), socket.terminate()),
  delay: (socket, job) => void setTimeout(() => ANSWERS.ok(socket, job), Number(mode.rest) || 1_000),
};

/** The pages of the house, and no other site's: any page in the browser could print or read the scale otherwise. */
const LOCAL = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;
const houses = new Set(values.origin.map((origin) => origin.trim().replace(/\/+$/, '').toLowerCase()));
const isHouse = (origin = '') => LOCAL.test(origin) || houses.has(origin.toLowerCase());
/** A name that another site lets point here is not this service's. */
const isHere = (host = '') => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host);
const verifyClient = ({ req }, done) => {
  if (isHere(req.headers.host) && isHouse(req.headers.origin)) return done(true);
  say('stranger', { origin: req.headers.origin ?? '' });
  return done(false, 403, 'Forbidden');
};
const server = new WebSocketServer({
  host: '127.0.0.1',
  port,
  maxPayload: MOST_BYTES,
  verifyClient,
});
const weigh = (weight) => {
  for (const client of server.clients) client.send(weight);
  say('weight', { weight });
};
server.on('listening', () => say('listening', { port: server.address().port }));
server.on('error', (error) => refused(portWords(port, error)));
server.on('connection', (socket) => {
  say('open');
  socket.on('close', () => say('close'));
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    const job = readJob(Buffer.isBuffer(data) ? data.toString() : '');
    if (typeof job === 'string') return say('bad', { reason: job });
    ANSWERS[mode.name](socket, job);
  });
  if (values.weight !== undefined) socket.send(values.weight);
});
if (!setMode(values.mode)) refused(`--mode 只能是 ${MODES.join('、')}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
createInterface({ input: process.stdin }).on('line', (line) => {
  if (line.trim() !== '' && !setMode(line)) weigh(line.trim());
});
