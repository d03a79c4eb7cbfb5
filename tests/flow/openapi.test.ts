/** The API documents itself from the schemas that validate: nothing is missing, nothing fell out silently. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App } from '../support/app.ts';
import { describedCalls, type Operation } from '../support/described.ts';

let app: App;
let operations: { call: string; operation: Operation }[];
beforeAll(async () => {
  app = await startApp();
  operations = (await describedCalls(app)).map(({ method, path, operation }) => ({
    call: `${method.toUpperCase()} ${path}`,
    operation,
  }));
});
afterAll(() => app.stop());
const lacking = (has: (one: (typeof operations)[number]) => boolean): string[] =>
  operations.filter((one) => !has(one)).map(({ call }) => call);

test('every call is named in Chinese, and no schema was left out (S1§7/38)', () => {
  expect(operations.length).toBeGreaterThan(150);
  expect(lacking(({ operation }) => /[\u4e00-\u9fff]/.test(operation.summary ?? ''))).toEqual([]);
  expect(lacking(({ operation }) => operation['x-incomplete'] === undefined)).toEqual([]);
});
test('every path parameter is described', () => {
  const named = (one: (typeof operations)[number]): boolean =>
    [...one.call.matchAll(/\{(\w+)\}/g)].every(([, name]) =>
      one.operation.parameters.some((parameter) => parameter.in === 'path' && parameter.name === name),
    );
  expect(lacking(named)).toEqual([]);
});
test('writes describe their body, files included; only those that take none have none (S1§7/38)', () => {
  const bodiless =
    /^(GET|POST \/api\/v1\/(logout|(self-audit|backup)\/run)|DELETE \/api\/v1\/operlog\/clean|PUT \S+\/unlock\/\{id\}$|POST \S+\/(reset|finish|resume|take|case-file\/\{id\}\/file|log-seal(\/check)?|ws-ticket|wx\/unbind|warranty-key\/renew|set-config\/shopper\/check)$|DELETE \S+\/(import-file|sys\/tables\/info)\/)/;
  expect(lacking(({ call, operation }) => operation.requestBody !== undefined || bodiless.test(call))).toEqual([]);
  const upload = operations.find(({ call }) => call === 'POST /api/v1/public/uploadFile');
  expect(JSON.stringify(upload?.operation.requestBody)).toContain('multipart/form-data');
});
test('answers are described, except files and the answers of signing in', () => {
  const raw =
    /\/(export|import-errors|import-?[tT]emplate|warranty-checker|jewel-warranty\.json)$|\/(captcha|refresh_token|login|login\/second|user\/second-factor|server-monitor|backup\/file)$|\/(gen\/gencode\/\{id\}|case-file\/\{id\}\/file)$/;
  expect(lacking(({ call, operation }) => operation.responses['200']?.content !== undefined || raw.test(call))).toEqual(
    [],
  );
});
test('who need not be signed in is the exception', () => {
  const open = operations.filter(({ operation }) => operation.security === undefined).map(({ call }) => call);
  expect(open.toSorted()).toMatchInlineSnapshot(`
    [
      "GET /.well-known/jewel-warranty.json",
      "GET /api/v1/app-config",
      "GET /api/v1/base-quoted-price/public",
      "GET /api/v1/captcha",
      "GET /api/v1/login-config",
      "GET /api/v1/warranty",
      "GET /api/v1/warranty-checker",
      "GET /api/v1/wx/balance",
      "GET /api/v1/wx/bill",
      "GET /api/v1/wx/bill-detail/{id}",
      "GET /api/v1/wx/code",
      "GET /api/v1/wx/consents",
      "GET /api/v1/wx/data-copy",
      "GET /api/v1/wx/demo-shoppers",
      "GET /api/v1/wx/erasure-request",
      "GET /api/v1/wx/get-auth-url",
      "GET /api/v1/wx/giveaway",
      "GET /api/v1/wx/points",
      "GET /api/v1/wx/repairs",
      "GET /api/v1/wx/user-info",
      "GET /api/v1/wx/write-off",
      "POST /api/v1/login",
      "POST /api/v1/login/second",
      "POST /api/v1/login/sms",
      "POST /api/v1/wx/binding",
      "POST /api/v1/wx/binding/code",
      "POST /api/v1/wx/consents/withdraw",
      "POST /api/v1/wx/erasure-request",
      "POST /api/v1/wx/erasure-request/withdraw",
      "POST /api/v1/wx/giveaway/claim",
      "POST /api/v1/wx/unbind",
    ]
  `);
});
