/** Every GET that the API documents, asked by one user with everything that is in the house. */
import * as xlsx from 'xlsx';
import type { App } from '../support/app.ts';

type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly schema?: {
    readonly enum?: readonly unknown[];
    readonly anyOf?: readonly { readonly enum?: readonly unknown[] }[];
  };
};
/** What there is to ask for. */
export type Asking = {
  /** Numbers of documents and rows, for every `{id}` and every filter that names a document. */
  readonly ids: readonly number[];
  readonly barcodes: readonly string[];
  readonly shopIds: readonly number[];
  readonly today: string;
};
export type Heard = {
  readonly path: string;
  readonly where: string;
  readonly status: number;
  readonly text: string;
  readonly data: unknown;
};

const SHOP = /shopid$/i;
const choicesOf = ({ schema }: Parameter): readonly unknown[] =>
  schema?.enum ?? schema?.anyOf?.flatMap((one) => one.enum ?? []) ?? [];
/** What to say for a parameter; none: leave it out. */
const valuesOf = (parameter: Parameter, { ids, barcodes, shopIds, today }: Asking): readonly string[] => {
  const { name } = parameter;
  if (/^(begin|end)time$/i.test(name)) return [today];
  if (/^barcode/i.test(name) && !name.endsWith('Order')) return barcodes;
  if (SHOP.test(name)) return shopIds.map(String);
  if (/^(sell|allocate|check|goodsreturn|return|adjust|source)\w*id$/i.test(name)) return ids.map(String);
  if (name === 'field') return choicesOf(parameter).map(String);
  return name === 'pageSize' ? ['100'] : [];
};

/** Parameters without which a GET answers nothing come alone and together with the others. */
const queriesOf = (parameters: readonly Parameter[], asking: Asking): readonly string[] => {
  const query = parameters.filter((one) => one.in === 'query');
  const always = query
    .filter(({ name }) => /^(begin|end)time$|^pageSize$/i.test(name))
    .flatMap((one) => valuesOf(one, asking).map((value) => `${one.name}=${value}`));
  const others = query.filter(({ name }) => !/^(begin|end)time$|^pageSize$/i.test(name));
  const fields = others.find(({ name }) => name === 'field');
  const shop = others.find(({ name }) => SHOP.test(name));
  const base = fields === undefined ? [''] : valuesOf(fields, asking).map((value) => `field=${value}`);
  const rest = others.filter((one) => one !== fields);
  const alone = rest.flatMap((one) => valuesOf(one, asking).map((value) => `${one.name}=${encodeURIComponent(value)}`));
  const both =
    shop === undefined
      ? []
      : valuesOf(shop, asking).flatMap((value) =>
          asking.barcodes.map((barcode) => `${shop.name}=${value}&barcode=${encodeURIComponent(barcode)}`),
        );
  return base.flatMap((head) => ['', ...alone, ...both].map((one) => [...always, head, one].filter(Boolean).join('&')));
};

const sheetOf = async (reply: Response): Promise<unknown> => {
  const book = xlsx.read(Buffer.from(await reply.arrayBuffer()));
  return book.SheetNames.flatMap((name) => xlsx.utils.sheet_to_json(book.Sheets[name] ?? {}));
};
/** Routes that end a session or make pictures of letters. */
const LEFT_OUT = /captcha|refresh_token|\/stream|events$/;

const ask = async (app: App, token: string, path: string, where: string): Promise<Heard> => {
  const reply = await fetch(`${app.url}/api/v1${where}`, { headers: { authorization: `Bearer ${token}` } });
  const isSheet = (reply.headers.get('content-type') ?? '').includes('spreadsheet');
  const data = isSheet ? await sheetOf(reply) : null;
  const text = isSheet ? JSON.stringify(data) : await reply.text();
  return { path, where, status: reply.status, text, data: data ?? parsed(text) };
};

/** `below`: only those whose path begins so. */
export const everyGet = async (app: App, token: string, asking: Asking, below = '/'): Promise<readonly Heard[]> => {
  const { paths } = (await app.get('/swagger/json')).body as unknown as {
    paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
  };
  const heard: Heard[] = [];
  for (const [documented, { get }] of Object.entries(paths)) {
    if (get === undefined || !documented.startsWith('/api/v1/') || LEFT_OUT.test(documented)) continue;
    const path = documented.replace('/api/v1', '');
    if (!path.startsWith(below)) continue;
    const places = path.includes('{') ? asking.ids.map((id) => path.replaceAll(/\{\w+\}/g, String(id))) : [path];
    const queries = queriesOf(get.parameters ?? [], asking);
    const wheres = places.flatMap((place) => queries.map((query) => `${place}?${query}`));
    for (const where of wheres) heard.push(await ask(app, token, path, where));
  }
  return heard;
};
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
