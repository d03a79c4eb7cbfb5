/** What was filled in, in the words of the forms, for whoever enters it again; as it was sent where it cannot be read. */
import { fieldNamesAt } from 'services/goods/contract';
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
        .map(([field, value]) => (
          <Pair key={field} name={names[field] ?? field} value={value} names={names} />
        ))}
    </dl>
  );
};
const said = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
type Named = { readonly name: string; readonly value: unknown; readonly names: Names };
const Pair = ({ name, value, names }: Named) => {
  const lines = Array.isArray(value) ? value.filter(isFilled) : isFilled(value) ? [value] : [];
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {lines.length > 0
          ? // eslint-disable-next-line react/no-array-index-key -- they never move
            lines.map((line, index) => <Pairs key={index} of={line} names={names} />)
          : Array.isArray(value)
            ? value.map(said).join('、')
            : said(value)}
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
