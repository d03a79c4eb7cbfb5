/**
 * node tools/house.mjs: draws the house as it is built (docs/house.svg) from its imports; fails when an import goes
 * against the order of its parts. tests/boundaries asks the same.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const repo = join(import.meta.dirname, '..');
export const FOLDERS = [
  'house',
  'services',
  'projections',
  'root-config/src',
  'mfe-stock',
  'mfe-sales',
  'mfe-admin',
  'mfe-mobile',
];

/** Parts from the top: a file belongs to the first whose pattern it meets; imports go down, never up. */
const PARTS = [
  {
    name: 'start',
    title: '组装',
    note: 'house；把各部分接起来，谁都不引用它',
    at: [0, 0],
    span: 4,
    is: /^house\/|^(services|projections)\/[^/]+\.ts$/,
  },
  {
    name: 'screens',
    title: '屏幕',
    note: '四个微前端与外壳',
    at: [0, 1],
    is: /^mfe-|^root-config\/src\/(?!api\/|print\/(?!print-labels|print-papers|print-way|index)[^/]+\.ts$)/,
  },
  {
    name: 'api',
    title: '接口客户端',
    note: 'root-config/src/api',
    at: [0, 2],
    is: /^root-config\/src\/(api|print)\//,
  },
  { name: 'routes', title: '路由', note: 'services/<业务>', at: [2, 1], is: /^services\/(?!platform\/|contracts\/)/ },
  { name: 'queries', title: '查询', note: 'projections/<读模型>', at: [3, 1], is: /^projections\/(?!platform\/)/ },
  { name: 'projections', title: '读模型', note: 'projector、versions、fold', at: [3, 2] },
  { name: 'rules', title: '决策', note: 'decider、evolve、单据规则', at: [1, 2] },
  {
    name: 'server',
    title: '服务端平台',
    note: 'services/platform、documents',
    at: [2, 2],
    is: /^services\/(platform|documents)\//,
  },
  { name: 'dispatcher', title: '分发', note: 'projections/platform', at: [3, 3], is: /^projections\/platform\// },
  { name: 'store', title: '事件存储', note: 'event-store', at: [2, 3], is: /^services\/platform\/event-store\// },
  { name: 'base', title: '基础', note: '连接池、故障分类、查找；谁都可以引用', at: [2, 4], span: 2 },
  {
    name: 'contracts',
    title: '契约',
    note: 'services/contracts、contract.ts、端口；谁都可以引用',
    at: [0, 4],
    span: 2,
    is: /^services\/contracts\//,
  },
];
const RANK = new Map(PARTS.map(({ name }, rank) => [name, rank]));
/** More exact than the patterns above, asked first. */
const EXACT = [
  ['contracts', /^services\/contracts\/|\/contract\.ts$/],
  // What the parts agree on: the port of the store, what a document is to the saga, who answers for its effects.
  ['contracts', /^services\/(platform\/event-store\/port|documents\/(custodian|opens|ranges|spec))\.ts$/],
  ['store', /^services\/platform\/event-store\//],
  ['base', /^services\/platform\/(base\/|locks\/advisory-locks\.ts$|process\/surroundings\.ts$)/],
  ['rules', /^services\/(?!platform\/)[^/]+\/(decider|evolve|plan|state|document|events|formulas|pricing|upcast)\.ts$/],
  ['projections', /^projections\/(?!platform\/).*(projector|tables|versions|fold|row)\.ts$/],
];
const IGNORED = /\.test\.tsx?$|\/testing\/|\/demo\/|\/golden\/|sample\.ts$/;

const partOf = (path) =>
  EXACT.find(([, is]) => is.test(path))?.[0] ?? PARTS.find(({ is }) => is?.test(path))?.name ?? null;

/** What a contract or a rule is made of belongs with it: files of slices that nothing impure reaches (see the fences). */
const grounded = (modules) => {
  const parts = new Map(modules.map(({ source }) => [source, partOf(source)]));
  const imports = new Map(modules.map(({ source, dependencies }) => [source, dependencies.map((one) => one.resolved)]));
  for (const part of ['contracts', 'rules']) {
    const waiting = [...parts].flatMap(([path, own]) => (own === part ? [path] : []));
    for (const path of waiting)
      for (const next of imports.get(path) ?? [])
        if (['routes', 'rules'].includes(parts.get(next)) && parts.get(next) !== part) {
          parts.set(next, part);
          waiting.push(next);
        }
  }
  return parts;
};

/** Of a cruise: the arrows between parts, and the imports that point back. */
export const arrowsOf = (modules) => {
  const read = modules.filter(({ source }) => !IGNORED.test(source));
  const parts = grounded(read);
  /** @type {Set<string>} */
  const arrows = new Set();
  const back = [];
  for (const { source, dependencies } of read)
    for (const { resolved } of dependencies) {
      const [from, to] = [parts.get(source), parts.get(resolved)];
      if (from == null || to == null || from === to) continue;
      arrows.add(`${from} ${to}`);
      if (RANK.get(from) > RANK.get(to)) back.push(`${from} → ${to}: ${source} → ${resolved}`);
    }
  return { arrows: [...arrows].toSorted().map((one) => one.split(' ')), back };
};

const BOX = { width: 190, height: 64, gapX: 70, gapY: 56, margin: 24 };
const placeOf = ([column, row]) => ({
  x: BOX.margin + column * (BOX.width + BOX.gapX),
  y: BOX.margin + row * (BOX.height + BOX.gapY),
});
/** From the edge of one box to the edge of the other, along the line between their middles. */
const edge = (from, to) => {
  const middle = ({ x, y }) => ({ x: x + BOX.width / 2, y: y + BOX.height / 2 });
  const [a, b] = [middle(from), middle(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = Math.min(
    dx === 0 ? Infinity : BOX.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : BOX.height / 2 / Math.abs(dy),
  );
  const at = (origin, sign) =>
    `${(origin.x + sign * dx * share).toFixed(0)},${(origin.y + sign * dy * share).toFixed(0)}`;
  return `M${at(a, 1)} L${at(b, -1)}`;
};
/** Everybody stands on these, and the start reaches all: arrows to and from them would hide the others. */
const GROUND = new Set(['contracts', 'base', 'start']);
/** Without the arrows that follow from others. */
const essential = (arrows) => {
  const drawn = arrows.filter((arrow) => !arrow.some((part) => GROUND.has(part)));
  const reaches = (from, to) =>
    drawn.some(([a, b]) => a === from && b !== to && (drawn.some(([c, d]) => c === b && d === to) || reaches(b, to)));
  return drawn.filter(([from, to]) => !reaches(from, to));
};
const COLOUR = '#57606a';
/** What is sent at run time, without an import: HTTP, and the events. */
const SENT = [
  ['api', 'routes'],
  ['store', 'dispatcher'],
];
export const drawn = (arrows) => {
  const places = new Map(PARTS.map(({ name, at }) => [name, placeOf(at)]));
  const line = ([from, to], style = '') =>
    `<path d="${edge(places.get(from), places.get(to))}" stroke="${COLOUR}" fill="none" marker-end="url(#tip)"${style}/>`;
  const lines = [
    ...essential(arrows).map((one) => line(one)),
    ...SENT.map((one) => line(one, ' stroke-dasharray="5 4"')),
  ];
  const boxes = PARTS.map(({ name, title, note, span = 1 }) => {
    const { x, y } = places.get(name);
    const width = span * BOX.width + (span - 1) * BOX.gapX;
    return `<g transform="translate(${x} ${y})"><rect width="${width}" height="${BOX.height}" rx="8" fill="#f6f8fa" stroke="#d0d7de"/><text x="${width / 2}" y="27" font-size="17" font-weight="600" fill="#1f2328">${title}</text><text x="${width / 2}" y="48" font-size="12" fill="${COLOUR}">${note.replace('<', '&lt;').replace('>', '&gt;')}</text></g>`;
  });
  const width = 4 * BOX.width + 3 * BOX.gapX + 2 * BOX.margin;
  const height = 5 * BOX.height + 4 * BOX.gapY + 2 * BOX.margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="'Noto Sans CJK SC', sans-serif" text-anchor="middle">
<title>各部分与引用：实线是引用，虚线是运行时的请求和事件</title>
<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="${COLOUR}"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
${lines.join('\n')}
${boxes.join('\n')}
</svg>
`;
};

/** Every import of the house, and those that its fences forbid. */
export const cruise = async () => {
  const cli = join(repo, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cli, '--config', '.dependency-cruiser.json', '--output-type', 'json', ...FOLDERS];
  const ended = promisify(execFile)(process.execPath, args, { cwd: repo, maxBuffer: 256 * 1024 * 1024 });
  // It exits with an error where it found a violation, and has said which.
  const { stdout } = await ended.catch((error) => error);
  return JSON.parse(stdout);
};
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { arrows, back } = arrowsOf((await cruise()).modules);
  writeFileSync(join(repo, 'docs/house.svg'), drawn(arrows));
  console.log(arrows.map(([from, to]) => `${from} → ${to}`).join('\n'));
  if (back.length > 0) {
    console.error(`Against the order of the parts:\n${back.join('\n')}`);
    process.exit(1);
  }
}
