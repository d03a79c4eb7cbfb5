/** What was filled in, in the words of the forms, for whoever enters it again; as it was sent where it cannot be read. */
import { useShopTree } from 'root-config/api';
import { show, words } from 'root-config/ui';
import { pricedPer, withUnit } from 'services/contracts/field-units';
import { fieldNamesAt } from 'services/goods/contract';
import type { LostSaveRow } from 'services/system/contract';
import { RequestBox } from '../oper-log/request-box.tsx';
import { toldAs } from './field-kinds.ts';

type FieldValues = { readonly [field: string]: unknown };
const isFilled = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
/** The body; null where the text was cut, or nothing was sent. */
const bodyOf = (text: string): FieldValues | null => {
  try {
    const sent: unknown = JSON.parse(text);
    const body = isFilled(sent) ? sent['body'] : null;
    return isFilled(body) && !Object.values(body).every(isEmpty) ? body : null;
  } catch {
    return null;
  }
};

type Titles = Readonly<Record<string, string>>;
type PairsProps = { readonly of: FieldValues; readonly titles: Titles; readonly known: RecordNames };
const Pairs = ({ of, ...told }: PairsProps) => {
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
          <Pair key={field} field={field} of={of} {...told} />
        ))}
    </dl>
  );
};
/** By field and number. */
type RecordNames = LostSaveRow['names'];
const numbered = (name: string | undefined, value: unknown): string =>
  name === undefined ? `编号 ${words(value)}` : `${name}（编号 ${words(value)}）`;
type Naming = { readonly shopName: (id: number) => string; readonly known: RecordNames };
/** As the form showed it: figures with their unit, shops by name; who else is known by a number says so, beside a name that is known. */
const said = (field: string, value: unknown, row: FieldValues, naming: Naming): string => {
  if (Array.isArray(value)) return value.map((one) => said(field, one, row, naming)).join('、');
  const kind = toldAs(field);
  if (kind === undefined) return words(value);
  if (kind === 'shop') return naming.shopName(Number(value)) || words(value);
  if (kind === 'id') return numbered(naming.known[field]?.[words(value)], value);
  return withUnit(show(kind, value), pricedPer(field, row));
};
const Pair = ({ field, of, ...told }: PairsProps & { readonly field: string }) => {
  const { nameOf } = useShopTree();
  const value = of[field];
  const lines = Array.isArray(value) ? value.filter(isFilled) : isFilled(value) ? [value] : [];
  return (
    <>
      <dt>{told.titles[field] ?? field}</dt>
      <dd>
        {lines.length > 0
          ? // eslint-disable-next-line react/no-array-index-key -- they never move
            lines.map((line, index) => <Pairs key={index} of={line} {...told} />)
          : said(field, value, of, { shopName: nameOf, known: told.known })}
      </dd>
    </>
  );
};

/** A document's own words for its fields come first, by the address that was asked. */
export const FilledIn = ({ operParam: text, operUrl: address, shop, names }: LostSaveRow) => {
  const body = bodyOf(text);
  const raw = <RequestBox label="请求参数" text={text} />;
  if (body === null) return raw;
  return (
    <>
      <h3 css={{ fontSize: 14, margin: '12px 0 0' }}>填写的内容</h3>
      <Pairs
        of={shop === '' ? body : { ...body, shopId: shop }}
        titles={fieldNamesAt(address.replace(/^\/api\/v1/, ''))}
        known={names}
      />
      <details css={{ marginBottom: 12 }}>
        <summary>原文</summary>
        {raw}
      </details>
    </>
  );
};
