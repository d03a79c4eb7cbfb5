/** 新增 / 编辑 / 查看销售单 (S1§2.1, 2.2, §4, §5): customer and shop, scanned pieces, payments, pictures. */
import { saleList, SaleRecord } from 'projections/sales/contract';
import { readStored, useConfig, useCustomerOnScreen, useSession, writeStored } from 'root-config/api';
import { numberOf } from 'services/contracts/document';
import { CASH } from 'services/contracts/cash';
import { RECYCLE_WORK_FEE, workFeeRuleOf } from 'services/old-material/contract';
import { saleName } from 'services/sale/manifest';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  shopToday,
  usePhone,
  type FormButton,
  type FormHandle,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { useRef, useState } from 'react';
import { sellerField } from '../../order/seller-field.ts';
import { offerCashReport } from '../../cash-report/offer.tsx';
import { factFeeFen, orderProblems, totalsOf } from '../../order/payment.ts';
import { mayPrint, printButtons, printNow } from '../../print/papers.tsx';
import { BoardPrices } from '../../recycle/board-prices.tsx';
import { customerField } from '../../recycle/customer-field.tsx';
import { KeepForm, PriceAge, askNewPrices } from './gold-price.tsx';
import { useOrderOptions } from './order-options.ts';
import { tabSections } from './order-lists.tsx';
import { FirstFilledTab, GOODS, OrderTabs, tabOf, type OrderTab } from './order-tabs.tsx';
import { OrderTotals } from './order-totals.tsx';
import { lineCountOf, orderBody, orderValues, savedFactFen, type OrderValues } from './order-values.ts';
import { LookAgain } from './look-again.tsx';
import { GoneSince, parkButton, type TakenUpOrder } from './parking.tsx';
import { PaymentPanel, goToPayments } from './payment-panel.tsx';
import { SeveralSellers, SharesPanel } from './shares-panel.tsx';
import { SellerOfShop } from './seller-of-shop.tsx';
import { askRounding, useRoundLimitFen } from './rounding.ts';

const TITLES: Record<FormMode, string> = { add: '新增销售单', edit: '编辑销售单', view: '查看销售单' };

/** A scanned card binds to the customer of this order (R160). */
const OnScreen = ({ form: { values } }: { readonly form: FormHandle<OrderValues> }) => {
  const { customerId: id, customerName = '' } = values;
  useCustomerOnScreen(id === undefined ? null : { id, name: customerName });
  return null;
};

type Options = ReturnType<typeof useOrderOptions> & { readonly chooseShop: (shopId: number | undefined) => void };
const headSection = (options: Options): Section<OrderValues> => ({
  columns: 3,
  fields: [
    { ...customerField<OrderValues>(), shortcut: 'F2' },
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
    { ...sellerField<OrderValues>('销售员', options), aside: (form) => <SeveralSellers form={form} /> },
    { kind: 'day', name: 'sellAt', label: '销售日期', required: '销售日期不能为空' },
    {
      kind: 'select',
      name: 'printTemplate',
      label: '打印模板',
      required: '请选择打印模板',
      options: ({ printTemplate }) =>
        printTemplate === undefined || options.templates.some(({ value }) => value === printTemplate)
          ? options.templates
          : [...options.templates, { value: printTemplate, label: printTemplate }],
    },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 500 },
  ],
});

/** Read-only: over the document in view mode, at the foot while it is edited. */
const auditSection: Section<OrderValues> = {
  columns: 6,
  fields: [
    { kind: 'fixed', as: 'text', name: 'orderNo', label: '单据号' },
    { kind: 'fixed', as: 'status', name: 'auditFlag', label: '审核状态' },
    { kind: 'fixed', as: 'text', name: 'auditor', label: '审核人' },
    { kind: 'fixed', as: 'text', name: 'approver', label: '授权人' },
    { kind: 'fixed', as: 'text', name: 'createdBy', label: '制单人' },
  ],
};

const SAVE_KEY = 'F9';
const buttonsIn = ({ id, onClose }: Props): readonly FormButton<OrderValues>[] => [
  ...printButtons<OrderValues>('invoice', id, SAVE_KEY),
  parkButton(onClose),
];

type Props = {
  /** Absent for a new order. */
  readonly id?: number;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  /** Where the order before was written: the next one starts there. */
  readonly start?: Partial<OrderValues>;
  /** It was put aside, and lies in the draft of a new order. */
  readonly taken?: TakenUpOrder;
  readonly onSaved: () => void;
  /** Opens the next blank order (S1§4, print_direct). */
  readonly onNext: (start: Partial<OrderValues>) => void;
  readonly onClose: () => void;
};
/** Whether the margin is hidden at this till; it stays so for the next customer. */
const HIDDEN = 'jewel:till:margin-hidden';
const useMarginHidden = (): readonly [boolean, () => void] => {
  const [hidden, setHidden] = useState(() => readStored('local', HIDDEN, false));
  const toggle = (): void => {
    writeStored('local', HIDDEN, !hidden);
    setHidden(!hidden);
  };
  return [hidden, toggle];
};

const Ready = ({ options, ...props }: Props & { readonly options: Options }) => {
  const { id, mode, asOf, start, taken, onSaved, onNext, onClose } = props;
  const [tab, setTab] = useState<OrderTab>(GOODS);
  const [hidden, toggleMargin] = useMarginHidden();
  const phone = usePhone();
  const kept = useRef<FormHandle<OrderValues>>(null);
  const limitFen = useRoundLimitFen();
  const rule = workFeeRuleOf(useConfig(RECYCLE_WORK_FEE) ?? null);
  const { user } = useSession();
  const direct = useConfig('print_direct') === 'true';
  const me = user !== null && options.isSeller(user.userId) ? { seller: user.userId } : {};
  const [template] = options.templates;
  const initial: Partial<OrderValues> = {
    sellAt: shopToday(),
    ...me,
    ...(template === undefined ? {} : { printTemplate: template.value }),
    sellBalanceList: {},
    ...start,
  };
  const sections: readonly Section<OrderValues>[] = [
    ...(mode === 'view' ? [auditSection] : []),
    headSection(options),
    {
      render: (form) => (
        <>
          <OnScreen form={form} />
          <SellerOfShop form={form} sellsHere={options.sellsHere} onShop={options.chooseShop} />
          <SharesPanel form={form} options={options.sellers} nameOf={options.nameOf} />
          <FirstFilledTab form={form} onTab={setTab} />
          <BoardPrices form={form} name="sellRecycleList" day={form.values.sellAt} rule={rule} />
          {mode === 'edit' && id !== undefined ? <LookAgain form={form} sellId={id} /> : null}
          <GoneSince form={form} problems={taken?.problems ?? []} />
          <KeepForm form={form} onForm={(living) => void (kept.current = living)} />
          <OrderTabs form={form} tab={tab} onTab={setTab} />
          {mode === 'view' ? null : <PriceAge form={form} />}
        </>
      ),
    },
    ...tabSections(tab, { phone, mode, rule }),
    { render: (form) => <PaymentPanel form={form} hidden={hidden} onHide={toggleMargin} /> },
    { foot: true, render: (form) => <OrderTotals form={form} /> },
    ...(mode === 'edit' ? [auditSection] : []),
  ];
  const check = (values: Partial<OrderValues>) => {
    const payments = values.sellBalanceList ?? {};
    const { payableFen } = totalsOf(values);
    const factFen = factFeeFen({ saved: savedFactFen(values), payableFen, payments });
    return orderProblems({ lineCount: lineCountOf(values), factFen, payments });
  };
  const authorise = async (error: unknown): Promise<never> => {
    await askNewPrices(error, kept.current);
    throw error;
  };
  const saved = (answer: unknown, { shopId, seller, sellBalanceList }: OrderValues, button: string): void | 'stay' => {
    onSaved();
    const order = id ?? Number(answer);
    void offerCashReport(saleName.kind, order, (sellBalanceList?.[CASH] ?? 0) !== 0);
    const next = mode === 'add' && direct && mayPrint('invoice');
    if (button === 'print' || next) void printNow('invoice', [order]);
    if (!next) return undefined;
    onNext({ shopId, seller });
    return 'stay';
  };
  return (
    <FormDialog<OrderValues>
      title={id === undefined ? TITLES[mode] : `${TITLES[mode]} ${numberOf(saleName, id)}`}
      mode={mode}
      width={1400}
      path={saleList.path}
      initial={initial}
      {...(id !== undefined && { source: atMoment(`${saleList.path}/${id}`, asOf) })}
      read={(data) => orderValues(SaleRecord.parse(data))}
      body={(values) => orderBody(values, options.nameOf)}
      sections={sections}
      check={check}
      ask={(values) => askRounding(values, limitFen)}
      authorise={authorise}
      buttons={buttonsIn(props)}
      resume={taken !== undefined}
      shortcuts={mode === 'view' ? {} : { F4: goToPayments, F7: toggleMargin }}
      reveal={(path) => setTab((now) => tabOf(path) ?? now)}
      onSaved={saved}
      onClose={onClose}
      {...(mode === 'view' &&
        id !== undefined && { aside: () => <DocumentHistory path={`${saleList.path}/${id}`} asOf={asOf} /> })}
    />
  );
};

/** Opens once its choices are there: a form that fills itself afterwards would overwrite what was typed. */
export const OrderDialog = (props: Props) => {
  const [shopId, chooseShop] = useState<number>();
  const options = { ...useOrderOptions(shopId), chooseShop };
  return options.pending ? null : <Ready {...props} options={options} />;
};
