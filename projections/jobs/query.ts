/** GETs of jobs and their runs (S2§2.14, §7; R117–R120). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isoWithOffset } from 'services/contracts/dates';
import { isRefusal, refuseField } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { JOB_FUNCTIONS, JOB_KEY, JOB_PATH, JobFunction, RUN_STATES } from 'services/jobs/contract';
import { cronProblem, nextTimes } from 'services/platform/base/cron';
import { RowId } from 'services/master-data/contract';
import { equals, listRoute, listRoutes, notFound, page, recordRoute, type Source } from '../master-data/reading.ts';
import { wallClock, withinDays } from '../platform/queries/date-window.ts';
import { exportRoute, type PageReader } from '../platform/sheets/export.ts';
import type { PageRequest } from '../platform/queries/paged-list.ts';
import type { ListRequest } from '../platform/queries/query-deps.ts';
import { contains } from '../platform/queries/where-clauses.ts';
import { JobRow, JobRunRow, NextQuery, NextTimes, jobList, jobRunList } from './contract.ts';

const KEYS = ['list', 'add', 'edit', 'remove', 'start', 'log'].map((action) => `${JOB_KEY}:${action}`);
const LOG = `${JOB_KEY}:log`;
const SHOWN_TIMES = 5;
/** Of what a run said, in a list. */
const SHOWN_OUTPUT = 2_000;

const next = (line: string): string => {
  const [first] = nextTimes(line, new Date(), 1);
  return first === undefined ? '' : isoWithOffset(first);
};
/** As it is kept: the moment to come follows from the line of one that is scheduled. */
const jobs: Source<typeof JobRow> = {
  row: JobRow,
  columns: sql.fragment`j.id AS "jobId", j.job_name AS "jobName", j.job_group AS "jobGroup", j.job_type::int AS "jobType",
    j.cron_expression AS "cronExpression", j.invoke_target AS "invokeTarget", j.args, j.misfire_policy::int AS "misfirePolicy",
    j.concurrent::int AS concurrent, j.timeout, j.status, CASE WHEN j.scheduled THEN j.id ELSE 0 END AS entry_id, '' AS "nextAt",
    coalesce(last.start_at, '') AS "lastAt", coalesce(last.status, '') AS "lastStatus",
    j.created_at AS "createdAt", j.updated_at AS "updatedAt"`,
  from: sql.fragment`master.sys_job j LEFT JOIN LATERAL (
    SELECT to_char(start_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"') AS start_at, status
    FROM master.job_run WHERE job_id = j.id AND status <> '3' ORDER BY id DESC LIMIT 1) AS last ON true`,
  table: sql.fragment`master.sys_job j`,
  alias: 'j',
};
const timed = (row: JobRow): JobRow => (row.entry_id === 0 ? row : { ...row, nextAt: next(row.cronExpression) });

const runs = (output: FragmentSqlToken): Source<typeof JobRunRow> => ({
  row: JobRunRow,
  columns: sql.fragment`r.id, r.job_id AS "jobId", r.job_name AS "jobName", r.invoke_target AS "invokeTarget",
    r.start_at AS "startAt", coalesce(to_char(r.end_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"'), '') AS "endAt",
    coalesce((extract(epoch FROM r.end_at - r.start_at) * 1000)::bigint || 'ms', '') AS "latencyTime", r.status,
    ${output} AS output`,
  from: sql.fragment`master.job_run r`,
  alias: 'r',
});
const listed = runs(sql.fragment`right(r.output, ${SHOWN_OUTPUT})`);
const whole = runs(sql.fragment`r.output`);
const dayBegins = (day: string): FragmentSqlToken => sql.fragment`${`${day}T00:00:00+08:00`}::timestamptz`;

const JOB_COLUMNS = [
  ['jobId', '编号'],
  ['jobName', '名称'],
  ['jobGroup', '任务分组'],
  ['cronExpression', 'cron表达式'],
  ['invokeTarget', '调用目标'],
  ['args', '参数'],
  ['status', '状态'],
  ['nextAt', '下次执行'],
  ['lastAt', '上次执行'],
] as const;
const RUN_COLUMNS = [
  ['id', '编号'],
  ['jobName', '任务名称'],
  ['invokeTarget', '调用目标'],
  ['startAt', '开始时间'],
  ['endAt', '结束时间'],
  ['latencyTime', '用时'],
  ['status', '状态'],
  ['output', '输出'],
] as const;

const jobRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: jobList,
    summary: '定时任务列表',
    exported: { name: '定时任务', columns: JOB_COLUMNS },
    allow: KEYS,
    read: async (at, { query }) => {
      const way = query.createdAtOrder === 'desc' ? sql.fragment`DESC` : sql.fragment`ASC`;
      const found = await page(at, jobs, {
        where: [
          contains(sql.fragment`lower(j.job_name)`, query.jobName?.toLowerCase()),
          equals(['j', 'job_group'], query.jobGroup),
          equals(['j', 'status'], query.status),
        ],
        order: { by: sql.fragment`j.created_at ${way}, j.id ${way}` },
        paging: query,
      });
      return { ...found, list: found.list.map(timed) };
    },
  }),
];
const choiceRoutes = (): Route[] => [
  route({
    method: 'GET',
    path: `${JOB_PATH}/next`,
    summary: '最近五次执行时间',
    allow: KEYS,
    query: NextQuery,
    data: NextTimes,
    handler: async ({ query: { cronExpression }, now }) => {
      const problem = cronProblem(cronExpression);
      if (problem !== null) return refuseField('job.cron', 'cronExpression', problem);
      return { data: { list: nextTimes(cronExpression, now, SHOWN_TIMES).map(isoWithOffset) } };
    },
  }),
  route({
    method: 'GET',
    path: `${JOB_PATH}/functions`,
    summary: '任务可调用的函数',
    allow: KEYS,
    data: z.array(JobFunction),
    handler: async () => ({ data: Object.entries(JOB_FUNCTIONS).map(([name, title]) => ({ name, title })) }),
  }),
];

type RunQuery = z.output<typeof jobRunList.query>;
const runsOf = async (
  at: CommonQueryMethods,
  { query: asked, user }: Pick<ListRequest<RunQuery>, 'query' | 'user'>,
) => {
  const query = withinDays(asked, user, wallClock());
  if (isRefusal(query)) return query;
  return page(at, listed, {
    where: [
      query.jobId === undefined ? null : sql.fragment`r.job_id = ${query.jobId}`,
      contains(sql.fragment`lower(r.job_name)`, query.jobName?.toLowerCase()),
      equals(['r', 'status'], query.status),
      query.beginTime === undefined ? null : sql.fragment`r.start_at >= ${dayBegins(query.beginTime)}`,
      query.endTime === undefined ? null : sql.fragment`r.start_at < ${dayBegins(query.endTime)} + interval '1 day'`,
    ],
    order: { by: sql.fragment`r.id DESC` },
    paging: query,
  });
};
const runRoutes = (db: CommonQueryMethods): Route[] => [
  listRoute(db, {
    endpoint: jobRunList,
    summary: '任务日志',
    allow: LOG,
    read: runsOf,
  }),
  exportRoute<PageRequest, PageReader>(
    { db },
    {
      path: `${jobRunList.path}/export`,
      name: '任务日志',
      allow: LOG,
      query: jobRunList.query,
      columns: RUN_COLUMNS.map(([field, title]) => ({
        field,
        title,
        kind: 'text' as const,
        ...(field === 'status' && { words: RUN_STATES }),
      })),
      // Parsed by this list's own schema; only the page numbers were replaced since.
      page: ({ db: at }, { query, user }) => runsOf(at, { query: query as RunQuery, user }),
    },
  ),
  route({
    method: 'GET',
    path: `${jobRunList.path}/:id`,
    summary: '任务日志详情',
    allow: LOG,
    params: RowId,
    data: JobRunRow,
    handler: async ({ params: { id } }) => {
      const { columns, from } = whole;
      const row = await db.maybeOne(sql.type(JobRunRow)`SELECT ${columns} FROM ${from} WHERE r.id = ${id}`);
      return row === null ? notFound('日志') : { data: row };
    },
  }),
];

export const jobQueries = (db: CommonQueryMethods): Route[] => [
  ...jobRoutes(db),
  ...choiceRoutes(),
  recordRoute(db, { path: JOB_PATH, title: '任务', allow: KEYS, row: JobRow, source: () => jobs, show: timed }),
  ...runRoutes(db),
];
