/** The frame of every report over the lines of sales: its columns out of the one table of fields, its filters, its picture. */
import { LINE_FIELDS, type LineField } from 'projections/reports/line-fields/contract';
import { can } from 'root-config/api';
import {
  explainedBy,
  money as moneyText,
  reportScreen,
  type CardFace,
  type Column,
  type Filter,
  type ListEndpoint,
  type RowOfEndpoint,
  type ScreenComponent,
} from 'root-config/ui';
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { CUSTOMER, FINENESS, SHOP, STYLE, TYPE } from './filters.ts';
import { ReportPicture } from './lazy-picture.tsx';

const COST = 'biz:cost:view';
const KINDS = {
  type: ['typeArr', 'goodsType'],
  style: ['styleArr', 'goodsStyle'],
  fineness: ['finenessArr', 'goodsFineness'],
} as const;
type Rest = Omit<Column<Record<string, unknown>>, 'field' | 'title' | 'kind'>;
/** A column by its field; `filter`: chosen from in the head of the column where the report filters by it. */
const columnOf = (field: LineField, filters: readonly string[], rest: Rest & { readonly title?: string } = {}) => {
  const { title, kind } = LINE_FIELDS[field];
  const [param, dict] = field in KINDS ? KINDS[field as keyof typeof KINDS] : [];
  return {
    field,
    title,
    kind: field === 'auditFlag' ? 'status' : kind,
    ...(param !== undefined && filters.includes(param) && { filter: { param, dict } }),
    ...(COSTS.includes(field) && { allow: COST }),
    ...rest,
  } as Column<never>;
};

const FILTERS: Readonly<Record<string, Filter>> = {
  dates: { kind: 'dates', label: '销售日期', daily: true },
  shopId: SHOP,
  customerId: CUSTOMER,
  barcode: { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
  seller: { kind: 'text', name: 'seller', label: '销售员' },
  type: TYPE,
  style: STYLE,
  fineness: FINENESS,
  name: { kind: 'text', name: 'name', label: '名称' },
  goodsName: { kind: 'text', name: 'goodsName', label: '赠品名称' },
  auditFlag: { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
  billType: {
    kind: 'select',
    name: 'billType',
    label: '类型',
    options: ['销售', '退换', '旧料', '赠品', '清洗'].map((value) => ({ value, label: value })),
  },
};
type LineEndpoint = ListEndpoint & { readonly query: { readonly shape: object } };
type LineReport = {
  readonly title: string;
  readonly permission: string;
  readonly columns: readonly (LineField | readonly [field: LineField, rest: Rest & { readonly title?: string }])[];
  readonly fixedColumns?: number;
  /** What a row is called beside the count. */
  readonly counts: string;
  readonly empty: string;
  readonly exportName: string;
  readonly exportQuestion?: string;
  /** Money that a card shows. */
  readonly money: LineField;
  /** More money on a card, of whoever may see it. */
  readonly moneys?: readonly LineField[];
};

const COSTS: readonly LineField[] = ['costAmount', 'profit', 'goodsMargin'];
const cardOf =
  (moneys: readonly LineField[]) =>
  (row: Readonly<Record<string, unknown>>): CardFace => {
    const words = (field: LineField): string => {
      const value = row[field];
      return typeof value === 'string' ? value : '';
    };
    const facts: readonly (readonly [string, string])[] = [
      ...moneys
        .filter((field) => !COSTS.includes(field) || can(COST))
        .map((field) => [LINE_FIELDS[field].title, moneyText(row[field])] as const),
      ['客户', words('customerName')],
      ['分店', words('shopName')],
      ['销售员', words('seller')],
    ];
    const what = [words('billType'), words('name') || words('goodsName')].filter((one) => one !== '');
    const day = words('sellAt') || words('turnoverAt');
    return {
      title: what.join('　') || words('orderNo'),
      subtitle: what.length === 0 ? day : `${words('orderNo')}　${day}`,
      facts: facts.filter(([, value]) => value !== ''),
    };
  };

/** A report of lines as its screen; whatever the endpoint filters by has its filter. */
export const lineReport = <E extends LineEndpoint>(
  endpoint: E,
  { columns: chosen, money, moneys = [], ...spec }: LineReport,
): ScreenComponent => {
  const filters = Object.keys(endpoint.query.shape);
  const columns = chosen.map((one) =>
    typeof one === 'string' ? columnOf(one, filters) : columnOf(one[0], filters, one[1]),
  ) as unknown as readonly Column<RowOfEndpoint<E>>[];
  return reportScreen(endpoint, {
    ...spec,
    rowKey: 'key' as never,
    filters: ['dates', ...Object.keys(FILTERS).filter((name) => filters.includes(name))].map((name) => FILTERS[name]!),
    columns,
    explain: explainedBy(`${endpoint.path}/explain`, columns),
    above: (_data, screen) => (
      <ReportPicture path={`${endpoint.path}/chart`} title={spec.title} query={screen.query} asOf={screen.asOf} />
    ),
    card: cardOf([money, ...moneys]) as never,
  });
};
