/** 新增独立回收单 / 编辑 / 查看回收单 (S1§2.4, §4, §5): who hands in what, what is paid for it and how, pictures. */
import { RecycleRecord, recycleList, type RecycleRow } from 'projections/recycles/contract';
import { useConfig, useLockShops, useSession } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  auditedFields,
  linesOf,
  money,
  shopToday,
  usePhone,
  weight,
  type FormHandle,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { useMemo, useState } from 'react';
import { RECYCLE_WORK_FEE, workFeeRuleOf, type WorkFeeRule } from 'services/old-material/contract';
import { RecycleBody } from 'services/recycle/contract';
import { recycleName } from 'services/recycle/manifest';
import { recycleColumns } from '../../recycle/columns.ts';
import { BoardPrices } from '../../recycle/board-prices.tsx';
import { customerField } from '../../recycle/customer-field.tsx';
import { paymentLines, paymentsOf, paysCash, savedPayments, type Payment } from '../../order/payment-lines.ts';
import { blankLine, lacksKind, lineBody, savedLine, totalsOf, type RecycleLine } from '../../recycle/line.ts';
import { offerCashReport } from '../../cash-report/offer.tsx';
import { sellerField } from '../../order/seller-field.ts';
import { printButtons, printSaved } from '../../print/papers.tsx';
import { useOrderOptions } from '../order/order-options.ts';
import { SellerOfShop } from '../order/seller-of-shop.tsx';

export type RecycleValues = {
  readonly id: number;
  readonly customerId: number;
  readonly customerName: string;
  readonly shopId: number;
  readonly recycleAt: string;
  /** Id of the user (R25); `sellerName` is what the order keeps. */
  readonly seller: number;
  readonly sellerName: string;
  readonly remark: string;
  readonly pictures: string;
  readonly recycleList: readonly RecycleLine[];
  readonly balanceList: readonly Payment[];
  readonly auditFlag: number;
  readonly auditor: string;
  readonly createdBy: string;
  readonly createdAt: string;
};

const valuesOf = (data: unknown): Partial<RecycleValues> => {
  const { sellerId, seller, recycleList: lines, balanceList, ...record } = RecycleRecord.parse(data);
  return {
    ...record,
    seller: sellerId,
    sellerName: seller,
    recycleList: lines.map(({ recycleId: _order, ...line }) => savedLine(line)),
    balanceList: savedPayments(balanceList),
  };
};
const bodyOf = (values: RecycleValues, nameOf: (seller: number) => string | undefined) => {
  const lines = values.recycleList ?? [];
  const { price } = totalsOf(lines);
  return {
    ...(values.id === undefined ? {} : { id: values.id }),
    customerId: values.customerId,
    shopId: values.shopId,
    recycleAt: values.recycleAt,
    seller: nameOf(values.seller) ?? values.sellerName ?? '',
    sellerId: values.seller,
    remark: values.remark ?? '',
    pictures: values.pictures ?? '',
    recycleList: lines.map(lineBody),
    balanceList: paymentsOf(values.balanceList ?? [], price),
  };
};

type Options = ReturnType<typeof useOrderOptions> & { readonly chooseShop: (shopId: number | undefined) => void };
const headSection = (options: Options): Section<RecycleValues> => ({
  columns: 3,
  fields: [
    customerField<RecycleValues>(),
    { kind: 'shop', name: 'shopId', label: '回收分店', required: '回收分店不能为空' },
    { kind: 'day', name: 'recycleAt', label: '回收日期', required: '回收日期不能为空' },
    sellerField<RecycleValues>('回收员', options),
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200, span: 2 },
  ],
});

/** What is paid, in the largest figures of the dialog. */
const Totals = ({ form }: { readonly form: FormHandle<RecycleValues> }) => {
  const model = form.lines<RecycleLine>('recycleList');
  const sums = totalsOf(model.lines);
  return (
    <dl
      aria-live="polite"
      css={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'baseline',
        gap: '4px 28px',
        margin: 0,
        padding: '10px 12px',
        borderRadius: 6,
        background: 'var(--bgColor-muted)',
        '& > div': { display: 'flex', alignItems: 'baseline', gap: 8 },
        '& dt': { color: 'var(--fgColor-muted)' },
        '& dd': { margin: 0, fontSize: 16, fontWeight: 600 },
      }}
    >
      <div>
        <dt>重量</dt>
        <dd>{weight(sums.weight)}</dd>
      </div>
      <div>
        <dt>净重</dt>
        <dd>{weight(sums.netWeight)}</dd>
      </div>
      <div>
        <dt>应付客户</dt>
        <dd css={{ '&&': { fontSize: 22 } }}>{money(sums.price)}</dd>
      </div>
    </dl>
  );
};

const LINES = '旧料';
const PAID = '付款方式';
const PICTURES = '图片';
const GRID_HEIGHT = 250;
const resultSection: Section<RecycleValues> = {
  columns: 4,
  fields: [...auditedFields<RecycleValues>()],
};
const tabSections = (rule: WorkFeeRule, phone: boolean): readonly Section<RecycleValues>[] => [
  {
    tab: LINES,
    lines: linesOf<RecycleValues>()<RecycleLine>({
      name: 'recycleList',
      columns: recycleColumns(rule, phone),
      keyOf: ({ key }) => key,
      height: GRID_HEIGHT,
      newLine: blankLine,
      mayAdd: lacksKind,
      required: '请添加旧料数据！',
    }),
  },
  {
    tab: PAID,
    lines: paymentLines<RecycleValues>(),
  },
  { tab: PICTURES, columns: 1, fields: [{ kind: 'pictures', name: 'pictures', label: '图片', max: 2, camera: true }] },
];

type Props = {
  /** null for a new one. */
  readonly row: Pick<RecycleRow, 'id' | 'no'> | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const DOING: Record<FormMode, string> = { add: '新增独立回收单', edit: '编辑回收单', view: '查看回收单' };

const Ready = ({ row, mode, asOf, onSaved, onClose, options }: Props & { readonly options: Options }) => {
  const phone = usePhone();
  const rule = workFeeRuleOf(useConfig(RECYCLE_WORK_FEE) ?? null);
  const { user } = useSession();
  const { preset } = useLockShops();
  const me = user !== null && options.isSeller(user.userId) ? { seller: user.userId } : {};
  const tabs = useMemo(() => tabSections(rule, phone), [rule, phone]);
  const record = row === null ? null : `${recycleList.path}/${row.id}`;
  const initial = {
    recycleAt: shopToday(),
    recycleList: [blankLine()],
    ...me,
    ...(preset !== null && { shopId: preset }),
  };
  return (
    <FormDialog<RecycleValues>
      title={row === null ? DOING[mode] : `${DOING[mode]} ${row.no}`}
      mode={mode}
      width={1400}
      path={recycleList.path}
      sections={[
        ...(mode === 'view' ? [resultSection] : []),
        headSection(options),
        {
          render: (form) => (
            <>
              <SellerOfShop form={form} sellsHere={options.sellsHere} onShop={options.chooseShop} />
              <BoardPrices form={form} name="recycleList" day={form.values.recycleAt} rule={rule} />
            </>
          ),
        },
        ...tabs,
        { foot: true, render: (form) => <Totals form={form} /> },
      ]}
      schema={{ safeParse: (values) => RecycleBody.safeParse(bodyOf(values as RecycleValues, options.nameOf)) }}
      body={(values) => bodyOf(values, options.nameOf)}
      {...(record === null ? { initial } : { source: atMoment(record, asOf), read: valuesOf })}
      buttons={printButtons('recycle', row?.id)}
      onSaved={(answer, { id, balanceList }, button) => {
        onSaved();
        void offerCashReport(recycleName.kind, id ?? Number(answer), paysCash(balanceList));
        printSaved('recycle', button, id ?? Number(answer));
      }}
      onClose={onClose}
      {...(mode === 'view' && record !== null && { aside: () => <DocumentHistory path={record} asOf={asOf} /> })}
    />
  );
};
/** Opens once its choices are there: a form that fills itself afterwards would overwrite what was typed. */
export const RecycleDialog = (props: Props) => {
  const [shopId, chooseShop] = useState<number>();
  const options = { ...useOrderOptions(shopId), chooseShop };
  return options.pending ? null : <Ready {...props} options={options} />;
};
