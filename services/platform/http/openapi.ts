/** API documentation from the schemas that validate. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, FieldProblem } from '../../contracts/envelope.ts';
import type { Route } from '../../contracts/route.ts';
import { asSignedIn } from './doors.ts';

const Problem = z.object({ code: z.int(), msg: z.string(), data: z.array(FieldProblem).nullish() });

/**
 * Its bar asks for the address of another document: there is one only. What it says while it loads is English. Some of its own colours
 * are too pale to be read (4.5 : 1).
 */
const HOUSE_CSS = `.swagger-ui .topbar { display: none }
.swagger-ui .info .title small { background: #57606a }
.swagger-ui .info .title small.version-stamp { background: #3d6b00 }
.swagger-ui .info .title small pre { background: transparent; color: #fff }
.swagger-ui .info .link, .swagger-ui .info .link .url { color: #0550ae }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #1a6b3c }
.swagger-ui .loading-container .loading::after { content: '加载中' }`;
const groupOf = (path: string): string => path.split('/')[1] ?? '';

const uploadOf = (field: string) => ({
  consumes: ['multipart/form-data'],
  body: z.object({ [field]: z.string().meta({ format: 'binary' }) }),
});

/** The schema fastify keeps for the documentation; validation itself happens in execute.ts. */
export const documentationOf = (route: Route): FastifySchema & Record<string, unknown> => {
  const isPublic = typeof route.allow === 'object' && 'everyone' in route.allow && route.allow.everyone === 'public';
  return {
    summary: route.summary,
    tags: [groupOf(route.path)],
    ...(isPublic ? {} : { security: [{ bearer: [] }] }),
    ...(route.params === undefined ? {} : { params: route.params }),
    ...(route.query === undefined ? {} : { querystring: route.query }),
    ...(route.body === undefined || route.method === 'GET' ? {} : { body: route.body }),
    ...(route.multipart === undefined ? {} : uploadOf(route.multipart.field)),
    ...(route.data === undefined ? {} : { response: { 200: route.data, 422: Problem } }),
  };
};

const INCOMPLETE = 'x-incomplete';
type RouteWords = Readonly<Record<string, unknown>> & { readonly response?: { readonly 200: z.ZodType } };
type Transform = typeof jsonSchemaTransform;
/** A schema that JSON Schema cannot say must not take the whole document away: its part is left out, and marked. */
const transform: Transform = (input) => {
  const { body, response: data, querystring, params, ...words } = input.schema as RouteWords;
  // Made for the reader of the document: envelopes of all routes would stay as long as the house runs.
  const response = data && { ...data, 200: envelope(data[200]) };
  const variants = [
    { ...words, params, querystring, body, response },
    { ...words, [INCOMPLETE]: true, params, querystring, body },
    { ...words, [INCOMPLETE]: true, params },
  ];
  for (const variant of variants) {
    const given = Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined));
    try {
      return jsonSchemaTransform({ ...input, schema: given });
    } catch {
      continue;
    }
  }
  const named: Record<string, unknown> = { ...words, [INCOMPLETE]: true };
  return { schema: named, url: input.url };
};

export const document = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      // Swagger UI reads all 1.5 MB of a 3.1 document before it shows a line, which took it six times as long.
      openapi: '3.0.3',
      info: { title: '珠宝管理系统接口', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform,
  });
  const uiConfig = { docExpansion: 'none', deepLinking: true, requestInterceptor: asSignedIn as never } as const;
  const theme = { css: [{ filename: 'house.css', content: HOUSE_CSS }] };
  await app.register(swaggerUi, { routePrefix: '/swagger', uiConfig, theme });
  // The second is the address that consoles of the administration know (R104).
  for (const known of ['/swagger/index.html', '/swagger/admin/index.html']) {
    app.get(known, { schema: { hide: true } }, (_request, reply) => reply.redirect('/swagger/'));
  }
};
