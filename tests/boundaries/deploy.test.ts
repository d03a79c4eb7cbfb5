/** deploy/ says what the house says: variables, numbers, ports and paths are those of the code and the README. */
import fs from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SERVER_ENV, SERVER_FLAGS } from '../../tools/prepare.mjs';
import { ENVIRONMENT_NAMES, parseConfig } from '../../services/platform/process/config.ts';
import { createMetrics } from '../../services/platform/http/metrics.ts';
import { UNKNOWN_PLACE } from '../../services/platform/runtime/place-watch.ts';

const REPO = path.join(import.meta.dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(REPO, 'deploy', file), 'utf8');
const FILES = fs
  .readdirSync(path.join(REPO, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(path.join(REPO, 'deploy'), path.join(entry.parentPath, entry.name)));
const commandOf = (text: string): string[] => text.split(/\s+/).filter((word) => word.startsWith('--'));

/** Of Node, of glibc, of the terminal's log, and of compose itself. */
const NOT_OF_THE_CONFIG = ['NODE_ENV', 'LOG', 'SHOP_DOMAIN', 'POSTGRES_PASSWORD', ...Object.keys(SERVER_ENV)];
const isKnown = (name: string): boolean => [...ENVIRONMENT_NAMES, ...NOT_OF_THE_CONFIG].includes(name);
const unknown = (names: Iterable<string>): string[] => [...names].filter((name) => !isKnown(name));

/** Elements as the Compose Specification names them: a name that it does not know stops `docker compose up`. */
const Duration = z.string().regex(/^\d+(ms|s|m|h)$/);
const Service = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  stop_grace_period: Duration.optional(),
  shm_size: z
    .string()
    .regex(/^\d+[bkmg]$/)
    .optional(),
  healthcheck: z
    .strictObject({ test: z.array(z.string()).min(2), interval: Duration, timeout: Duration, retries: z.int() })
    .optional(),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }),
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  expose: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default([]),
  volumes: z.array(z.string()).default([]),
});
const Compose = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  volumes: z.record(z.string(), z.null()),
});
const compose = Compose.parse(parse(read('compose.yaml'), { merge: true }));
const serviceOf = (name: string) => Service.parse(compose.services[name]);

test('every file of YAML and JSON parses', () => {
  for (const file of FILES.filter((name) => /\.ya?ml$/.test(name)))
    expect(
      parseAllDocuments(read(file)).flatMap((one) => ('errors' in one ? one.errors : [])),
      file,
    ).toEqual([]);
  for (const file of FILES.filter((name) => name.endsWith('.json')))
    expect(() => JSON.parse(read(file)), file).not.toThrow();
  expect(FILES.length).toBeGreaterThan(8);
});

test('compose: the house is started with settings that it takes, reached by the proxy alone, and keeps its data', () => {
  const house = serviceOf('house');
  expect(unknown(Object.keys(house.environment))).toEqual([]);
  const filled = Object.entries(house.environment).map(([name, text]) => [
    name,
    text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_whole, variable: string) =>
      variable === 'SHOP_DOMAIN' ? 'shop.example' : '',
    ),
  ]);
  const config = parseConfig(Object.fromEntries(filled));
  expect([config.behindTls, config.trustedProxies, config.publicUrl]).toEqual([true, 1, 'https://shop.example']);
  expect([house.ports, house.expose]).toEqual([[], [String(config.port)]]);
  expect(serviceOf('proxy').environment['HOUSE']).toBe(`house:${config.port}`);
  for (const { volumes } of Object.values(compose.services))
    for (const [name = ''] of volumes.map((one) => one.split(':')))
      expect(name.startsWith('.') || name in compose.volumes, name).toBe(true);
  expect(serviceOf('event-store').profiles).toEqual(['event-store']);
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect(unknown(asked)).toEqual([]);
});

test('a house of a container or a unit runs as `npm start` runs it', () => {
  const docker = read('Dockerfile');
  const [, started = ''] = /^CMD (\[.*house\/main\.ts.*\])$/m.exec(docker) ?? [];
  expect(z.array(z.string()).parse(JSON.parse(started))).toEqual(['node', ...SERVER_FLAGS, 'house/main.ts']);
  const variables = [...docker.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((one) => one.split('=')[0] ?? ''),
  );
  expect(unknown(variables)).toEqual([]);
  expect(docker).toMatch(/^USER (?!root)\w+$/m);
  const unit = read('systemd/jewel-house.service');
  expect(commandOf(/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '')).toEqual(SERVER_FLAGS);
  const inUnit = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  expect(unknown(inUnit.map((one) => one.split('=')[0] ?? ''))).toEqual([]);
  const { PORT } = Object.fromEntries(inUnit.map((one) => one.split('=')));
  expect(PORT).toBe(String(parseConfig({}).port));
  for (const proxy of ['nginx.conf', 'Caddyfile']) expect(read(proxy), proxy).toContain(`127.0.0.1:${PORT}`);
  const balanced = [...read('haproxy.cfg').matchAll(/^ +server \w+ [\d.]+:(\d+)$/gm)].map(([, port]) => port);
  expect(balanced).toEqual([PORT, PORT, PORT, PORT]);
  expect(fs.readFileSync(path.join(REPO, 'README.md'), 'utf8')).toContain(`| \`PORT\` | ${PORT} |`);
});

/** As systemd.unit(5), systemd.service(5), systemd.exec(5) and journald.conf(5) name them. */
const DIRECTIVES: Readonly<Record<string, RegExp>> = {
  Unit: /^(Description|Documentation|Wants|After|StartLimitIntervalSec)$/,
  Service:
    /^(Type|User|Group|WorkingDirectory|EnvironmentFile|Environment|ExecStart|Restart|RestartSec|KillSignal|TimeoutStopSec|StateDirectory|StateDirectoryMode|UMask|LimitNOFILE|NoNewPrivileges|PrivateTmp|PrivateDevices|ProtectSystem|ProtectHome|ProtectKernelTunables|ProtectKernelModules|ProtectControlGroups|RestrictSUIDSGID|RestrictRealtime|LockPersonality|SystemCallArchitectures)$/,
  Install: /^WantedBy$/,
  Journal: /^(SystemMaxUse|SystemMaxFileSize|MaxRetentionSec)$/,
};
test('every directive of systemd stands in a section that knows it', () => {
  for (const file of ['systemd/jewel-house.service', 'journald.conf']) {
    let section = '';
    for (const line of read(file)
      .split('\n')
      .filter((one) => one !== '' && !one.startsWith('#'))) {
      const [, opened] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (opened !== undefined) section = opened;
      else expect(line.split('=')[0], `${file} [${section}]`).toMatch(DIRECTIVES[section] ?? /^$/);
    }
  }
});

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+[smh]$/),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(z.object({ id: z.int(), targets: z.array(z.object({ expr: z.string() })) })),
});
const WORDS = /[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?=[{[\s)>]|$)/g;
const FUNCTIONS = new Set(['histogram_quantile']);
test('alerts and dashboard ask for numbers that /metrics serves', async () => {
  const metrics = createMetrics(
    async () => [{ projection: 'p', lag: 0, parked: 0 }],
    () => UNKNOWN_PLACE,
  );
  const served = new Set(
    [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, ...['bucket', 'count', 'sum'].map((end) => `${name}_${end}`)] : [name],
    ),
  );
  const { groups } = Rules.parse(parse(read('prometheus/prometheus-rules.yaml')));
  const { panels } = Dashboard.parse(JSON.parse(read('grafana/jewel-house.json')));
  const asked = [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const names = new Set(asked.flatMap((expr) => expr.match(WORDS) ?? []).filter((word) => !FUNCTIONS.has(word)));
  expect(names.size).toBeGreaterThan(6);
  expect([...names].filter((name) => !served.has(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
