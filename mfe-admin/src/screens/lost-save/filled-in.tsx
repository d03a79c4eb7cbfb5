/** What was filled in, in the words of the forms, for whoever enters it again; as it was sent where it cannot be read. */
import { useShopTree } from 'root-config/api';
import { show, words, type ValueKind } from 'root-config/ui';
import { pricedPer, withUnit } from 'services/contracts/field-units';
import { fieldNamesAt, goodsFields } from 'services/goods/contract';
import { RequestBox } from '../oper-log/request-box.tsx';

type Filled = { readonly [field: string]: unknown };
const isFilled = (value: unknown): value is Filled =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
/** The body; null where the text was cut, or nothing was sent. */
const bodyOf = (text: string): Filled | null => {
  try {
    const sent: unknown = JSON.parse(text);
    const body = isFilled(sent) ? sent['body'] : null;
    return isFilled(body) && !Object.values(body).every(isEmpty) ? body : null;
  } catch {
    return null;
  }
};

type Names = Readonly<Record<string, string>>;
const Pairs = ({ of, names }: { readonly of: Filled; readonly names: Names }) => {
  return (
    <dl
      css={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        gap: '2px 12px',
        margin: '4px 0 12px',
        '& > dt': { color: 'var(--fgColor-muted)' },
        '& > dd': { margin: 0, overflowWrap: 'anywhere' },
      }}
    >
      {Object.entries(of)
        .filter(([, value]) => !isEmpty(value))
        .map(([field]) => (
          <Pair key={field} field={field} of={of} names={names} />
        ))}
    </dl>
  );
};
const SHOP = /^shopId$|ShopId$/;
const ID = /Ids?$/;
const MONEY = /(Price|Cost|Fee|Amount|Money)$/;
const MEASURED: Readonly<Partial<Record<string, ValueKind>>> = { grams: 'weight', carats: 'carat', yuan: 'money' };
const KINDS = new Map(goodsFields.map(([, { wire, kind }]) => [wire, MEASURED[kind]]));
const figureOf = (field: string): ValueKind | undefined =>
  KINDS.get(field) ?? (MONEY.test(field) ? 'money' : undefined);
/** As the form showed it: figures with their unit, shops by name; who else is known by a number says so. */
const said = (field: string, value: unknown, row: Filled, nameOf: (id: number) => string): string => {
  if (Array.isArray(value)) return value.map((one) => said(field, one, row, nameOf)).join('、');
  if (SHOP.test(field)) return nameOf(Number(value)) || words(value);
  if (ID.test(field)) return `编号 ${words(value)}`;
  const kind = figureOf(field);
  return kind === undefined ? words(value) : withUnit(show(kind, value), pricedPer(field, row));
};
type Named = { readonly field: string; readonly of: Filled; readonly names: Names };
const Pair = ({ field, of, names }: Named) => {
  const { nameOf } = useShopTree();
  const value = of[field];
  const lines = Array.isArray(value) ? value.filter(isFilled) : isFilled(value) ? [value] : [];
  return (
    <>
      <dt>{names[field] ?? field}</dt>
      <dd>
        {lines.length > 0
          ? // eslint-disable-next-line react/no-array-index-key -- they never move
            lines.map((line, index) => <Pairs key={index} of={line} names={names} />)
          : said(field, value, of, nameOf)}
      </dd>
    </>
  );
};

/** `address` is that which was asked: a document's own words come first. */
type FilledInProps = { readonly text: string; readonly address: string; readonly shop: string };
export const FilledIn = ({ text, address, shop }: FilledInProps) => {
  const body = bodyOf(text);
  const raw = <RequestBox label="请求参数" text={text} />;
  if (body === null) return raw;
  return (
    <>
      <h3 css={{ fontSize: 14, margin: '12px 0 0' }}>填写的内容</h3>
      <Pairs
        of={shop === '' ? body : { ...body, shopId: shop }}
        names={fieldNamesAt(address.replace(/^\/api\/v1/, ''))}
      />
      <details css={{ marginBottom: 12 }}>
        <summary>原文</summary>
        {raw}
      </details>
    </>
  );
};
