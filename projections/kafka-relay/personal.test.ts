/** No name of a person leaves the house unless somebody says so: every type of event, with every field filled. */
import { expect, test } from 'vitest';
import type { Recorded } from 'services/event-store/port';
import { EVENT_SCHEMAS } from '../../house/log/event-schemas.ts';
import { isPersonal, messageSchema, type JsonSchema } from './contract.ts';
import { messages, topicOf } from './message.ts';

const PERSON = '某某某';
const isNull = (schema: JsonSchema): boolean => schema.type === 'null';
/** Every value that a schema has to show: of a union one for each option. */
const filled = (schema: JsonSchema): unknown[] => {
  if (isPersonal(schema)) return [PERSON];
  if ('const' in schema) return [schema.const];
  if (schema.enum !== undefined) return [schema.enum[0]];
  const options = schema.oneOf ?? schema.anyOf;
  if (options !== undefined) return options.filter((one) => !isNull(one)).flatMap(filled);
  if (schema.type === 'array') return [filled(schema.items as JsonSchema)];
  if (schema.type !== 'object') return [schema.type === 'string' ? '某物' : 1];
  const fields = Object.entries(schema.properties ?? {});
  return [Object.fromEntries(fields.map(([name, one]) => [name, filled(one as JsonSchema)[0]]))];
};
const SCHEMAS = [...EVENT_SCHEMAS].map(([type, event]) => [type, messageSchema(event)] as const);
const eventOf = (type: string, schema: JsonSchema): Recorded => {
  const [data] = filled(schema.properties?.['data'] as JsonSchema);
  const meta = {
    key: 'k',
    correlationId: 'c',
    causationId: 'c',
    userId: 7,
    userName: PERSON,
    shopId: 3,
    at: 'now',
    schema: 1,
  };
  return { id: 'e', type, stream: 'sale-1', revision: 0, position: 0, data: data as Recorded['data'], meta };
};
const telling = { topicPrefix: 'jewel', schemas: EVENT_SCHEMAS };
type Tell = ReturnType<typeof messages>;
const withoutPersons = (value: string): unknown =>
  JSON.parse(value, (_, one: unknown) => (one === PERSON ? undefined : one));

test('every type, every personal field filled: none is told, and nothing else is missing', () => {
  const [guarded, open] = [false, true].map((personal) => messages({ ...telling, personal, cost: true })) as [
    Tell,
    Tell,
  ];
  let persons = 0;
  for (const [type, schema] of SCHEMAS) {
    const event = eventOf(type, schema);
    const [told, all] = [guarded(event).value, open(event).value];
    expect(told, type).not.toContain(PERSON);
    expect(JSON.parse(told), type).toEqual(withoutPersons(all));
    if (all.split(PERSON).length > 2) persons += 1;
  }
  expect(SCHEMAS.length).toBeGreaterThan(200);
  expect(persons).toBeGreaterThan(20);
});

test('what tells the cost of goods goes only where somebody says so; the board hangs in the shop', () => {
  const [guarded, open] = [false, true].map((cost) => messages({ ...telling, personal: true, cost })) as [Tell, Tell];
  const told = new Map(SCHEMAS.map(([type, schema]) => [type, guarded(eventOf(type, schema)).value]));
  const all = new Map(SCHEMAS.map(([type, schema]) => [type, open(eventOf(type, schema)).value]));
  const saying = (texts: ReadonlyMap<string, string>, word: string) =>
    [...texts].filter(([, text]) => text.includes(word)).map(([type]) => type);
  for (const word of [
    'unitCostFen',
    'metalCostFen',
    'inPriceFen',
    'outPriceFen',
    'returnPriceFen',
    'markupRatioBp',
    'costMessage',
  ]) {
    expect(saying(told, word), word).toEqual([]);
    expect(saying(all, word).length, word).toBeGreaterThan(0);
  }
  expect(saying(told, 'costFen')).toEqual(['GoldPricesQuoted']);
  expect(told.get('GoldPricesQuoted')).toBe(all.get('GoldPricesQuoted'));
});

test('of an event that nobody knows only that it was is told', () => {
  const event = { ...eventOf(...SCHEMAS[0]!), type: 'Forgotten' };
  expect(JSON.parse(messages({ ...telling, personal: false, cost: true })(event).value)).toMatchObject({
    by: {},
    data: {},
  });
});

const fieldsOf = (schema: JsonSchema, path: readonly string[] = []): string[] => {
  const below = [
    ...(schema.oneOf ?? schema.anyOf ?? []),
    ...(schema.type === 'array' ? [schema.items as JsonSchema] : []),
  ];
  const fields = Object.entries(schema.properties ?? {});
  const own = schema.type === 'string' && !isPersonal(schema) ? [path.slice(-2).join('.')] : [];
  return [
    ...own,
    ...below.flatMap((one) => fieldsOf(one, path)),
    ...fields.flatMap(([name, one]) => fieldsOf(one as JsonSchema, [...path, name])),
  ];
};
const LIKE_A_PERSON =
  /(name|by|auditor|inspector|party|person|customer|contact|mobile|phone|tel|address|openid|wechat|qq|mail)$/i;
/** Of pieces, gifts, lots and prices; of a laboratory; of a figure and of a file. */
const OF_THINGS = [
  'attributes.assayPhone',
  'attributes.name',
  'details.name',
  'figures.name',
  'fileName',
  'gift.name',
  'lines.name',
  'name',
];
test('a field that sounds like a person is marked, or is known to be none', () => {
  const found = new Set(SCHEMAS.flatMap(([, schema]) => fieldsOf(schema.properties?.['data'] as JsonSchema)));
  expect([...found].filter((path) => LIKE_A_PERSON.test(path)).toSorted()).toEqual(OF_THINGS);
});

test('topics are called by the category, with or without the dot behind the prefix', () => {
  expect(topicOf('jewel', 'goods-2026')).toBe('jewel.goods');
  expect(topicOf('a.b.', 'quotedprice-1')).toBe('a.b.quotedprice');
  expect(topicOf('jewel', '金-1')).toBe('jewel._');
});
