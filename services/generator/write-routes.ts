/** Generating (S2§2.22, §7; R124): looked at and taken along always, written only where the generator is on. */
import type { DatabasePool } from 'slonik';
import type { z } from 'zod';
import { route, type Answer, type Route } from '../contracts/route.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { ChangedBy } from '../platform/rows/master.ts';
import { GEN_KEY, GeneratedTable, Preview, RoleCheck, TableId } from './contract.ts';
import { previewOf, toMenu, toMigration, toProject, zipOf, type Project } from './generating.ts';

const CODE = [`${GEN_KEY}:code`, `${GEN_KEY}:write`];
const WRITE = `${GEN_KEY}:write`;

const lookRoutes = (pool: DatabasePool, project: Project): readonly Route[] => [
  route({
    method: 'GET',
    path: '/gen/preview/:id',
    summary: '预览代码',
    allow: CODE,
    params: TableId,
    data: Preview,
    handler: ({ params }) => previewOf(pool, project, params.id),
  }),
  route({
    method: 'GET',
    path: '/gen/gencode/:id',
    summary: '下载代码',
    allow: CODE,
    params: TableId,
    handler: ({ params }) => zipOf(pool, project, params.id),
  }),
];
type Writing = (id: number, by: ChangedBy) => Promise<Answer<z.output<typeof GeneratedTable>> | Refusal>;
/** A GET that changes something, as older consoles call it (R117). */
const writeRoute = (path: string, summary: string, write: Writing): Route =>
  route({
    method: 'GET',
    path: `${path}/:id`,
    summary,
    allow: WRITE,
    changes: true,
    params: TableId,
    query: RoleCheck,
    data: GeneratedTable,
    handler: ({ params, ...by }) => write(params.id, by),
  });

export const writingRoutes = (pool: DatabasePool, project: Project): readonly Route[] => [
  ...lookRoutes(pool, project),
  writeRoute('/gen/toproject', '生成代码到项目', (id) => toProject(pool, project, id)),
  writeRoute('/gen/todb', '写入菜单和接口配置', (id, by) => toMenu({ pool, project }, id, by)),
  writeRoute('/gen/apitofile', '生成迁移脚本', (id) => toMigration(pool, project, id)),
];
