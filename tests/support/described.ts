/** What the API says of itself at /swagger/json: where tests over every call take their cases from. */
import { z } from 'zod';
import type { App } from './app.ts';

const Parameter = z.looseObject({ in: z.string(), name: z.string() });
const Operation = z.looseObject({
  summary: z.string().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.looseObject({ content: z.unknown().optional() })),
});
export type Operation = z.infer<typeof Operation>;
/** `path` as it is documented: `/api/v1/biz-allocate/{id}`; `method` in lower case. */
export type Described = { readonly method: string; readonly path: string; readonly operation: Operation };
const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

export const describedCalls = async (app: Pick<App, 'get'>): Promise<readonly Described[]> => {
  const { paths } = Paths.parse((await app.get('/swagger/json')).body);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
};

/** A GET of the API; `path` without `/api/v1`, `names` of what may be asked in its address. */
export type Get = { readonly path: string; readonly names: readonly string[] };
const API = '/api/v1';
export const describedGets = async (app: Pick<App, 'get'>): Promise<readonly Get[]> =>
  (await describedCalls(app))
    .filter(({ method, path }) => method === 'get' && path.startsWith(`${API}/`))
    .map(({ path, operation: { parameters } }) => ({
      path: path.slice(API.length),
      names: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    }));
