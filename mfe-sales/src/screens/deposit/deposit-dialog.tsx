/** 新增 / 编辑 / 查看定金储值单 (R79): who pays in or is paid out, into which account, and how. */
import { DepositRecord, depositList, type DepositRow } from 'projections/deposits/contract';
import { useLockShops, useRecord, useSession } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  auditedFields,
  money,
  shopToday,
  type FormHandle,
  type FormMode,
  type Section,
} from 'root-config/ui';
import { useState } from 'react';
import { ACCOUNTS, CustomerBalance } from 'services/balance/contract';
import { DEPOSIT_KINDS, DepositBody } from 'services/deposit/contract';
import { depositName } from 'services/deposit/manifest';
import { z } from 'zod';
import {
  newPayment,
  paymentLines,
  paymentsOf,
  paysCash,
  savedPayments,
  type Payment,
} from '../../order/payment-lines.ts';
import { customerField } from '../../recycle/customer-field.tsx';
import { offerCashReport } from '../../cash-report/offer.tsx';
import { sellerField } from '../../order/seller-field.ts';
import { printButtons, printSaved } from '../../print/papers.tsx';
import { useOrderOptions } from '../order/order-options.ts';
import { SellerOfShop } from '../order/seller-of-shop.tsx';

type DepositValues = {
  readonly id: number;
  readonly customerId: number;
  readonly customerName: string;
  readonly shopId: number;
  readonly depositAt: string;
  readonly account: string;
  readonly kind: string;
  readonly amount: number;
  /** Id of the user (R25); `sellerName` is what the document keeps. */
  readonly seller: number;
  readonly sellerName: string;
  readonly goodsBarcode: string;
  readonly deliverAt: string;
  readonly remark: string;
  readonly balanceList: readonly Payment[];
  readonly auditFlag: number;
  readonly auditor: string;
  readonly createdBy: string;
  readonly createdAt: string;
};
const valuesOf = (data: unknown): Partial<DepositValues> => {
  const { sellerId, seller, balanceList, ...record } = DepositRecord.parse(data);
  return { ...record, seller: sellerId, sellerName: seller, balanceList: savedPayments(balanceList) };
};
const bodyOf = (values: DepositValues, nameOf: (seller: number) => string | undefined) => {
  const { id, customerId, shopId, depositAt, account, kind, amount, goodsBarcode, deliverAt, remark } = values;
  return {
    ...(id === undefined ? {} : { id }),
    customerId,
    shopId,
    depositAt,
    account,
    kind,
    amount,
    seller: nameOf(values.seller) ?? values.sellerName ?? '',
    sellerId: values.seller,
    goodsBarcode: goodsBarcode ?? '',
    deliverAt: deliverAt ?? '',
    remark: remark ?? '',
    balanceList: paymentsOf(values.balanceList ?? [], amount ?? 0),
  };
};

const Balances = z.array(CustomerBalance);
/** What the chosen customer has, before it is added to or paid out. */
const Standing = ({ form }: { readonly form: FormHandle<DepositValues> }) => {
  const { customerId } = form.values;
  return customerId === undefined ? null : <Known customerId={Number(customerId)} />;
};
const Known = ({ customerId }: { readonly customerId: number }) => {
  const { record } = useRecord(`/base-customer/${customerId}/balance`, Balances);
  if (record === null) return null;
  return (
    <p className="ui-hint" aria-live="polite">
      {record
        .map(
          ({ account, usable, held }) => `${account}可用 ${money(usable)}${held > 0 ? `（占用 ${money(held)}）` : ''}`,
        )
        .join('，')}
    </p>
  );
};

type Options = ReturnType<typeof useOrderOptions> & { readonly chooseShop: (shopId: number | undefined) => void };
const headSection = (options: Options): Section<DepositValues> => ({
  columns: 3,
  fields: [
    customerField<DepositValues>(),
    { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
    { kind: 'day', name: 'depositAt', label: '日期', required: '日期不能为空' },
    {
      kind: 'select',
      name: 'account',
      label: '账户',
      required: '请选择定金或储值卡',
      options: ACCOUNTS.map((value) => ({ value, label: value })),
    },
    { kind: 'select', name: 'kind', label: '收退', required: '请选择收款或退款', options: [...DEPOSIT_KINDS] },
    { kind: 'money', name: 'amount', label: '金额', required: '请输入金额' },
    sellerField<DepositValues>('经办人', options),
    { kind: 'text', name: 'goodsBarcode', label: '预订条码', upper: true, maxLength: 60 },
    // Gold that is made to order takes as long as it takes.
    { kind: 'day', name: 'deliverAt', label: '预计交货', limited: false },
    { kind: 'text', name: 'remark', label: '备注', maxLength: 200, span: 2 },
  ],
});
const resultSection: Section<DepositValues> = {
  columns: 4,
  fields: [...auditedFields<DepositValues>()],
};
const paidSection: Section<DepositValues> = {
  tab: '支付方式',
  lines: paymentLines<DepositValues>(),
};

type Props = {
  /** null for a new one. */
  readonly row: Pick<DepositRow, 'id' | 'no'> | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf?: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const DOING: Record<FormMode, string> = { add: '新增定金储值单', edit: '编辑定金储值单', view: '查看定金储值单' };

const Ready = ({ row, mode, asOf, onSaved, onClose, options }: Props & { readonly options: Options }) => {
  const { user } = useSession();
  const { preset } = useLockShops();
  const me = user !== null && options.isSeller(user.userId) ? { seller: user.userId } : {};
  const record = row === null ? null : `${depositList.path}/${row.id}`;
  const initial = {
    depositAt: shopToday(),
    account: '定金',
    kind: '1',
    balanceList: [newPayment()],
    ...me,
    ...(preset !== null && { shopId: preset }),
  };
  return (
    <FormDialog<DepositValues>
      title={row === null ? DOING[mode] : `${DOING[mode]} ${row.no}`}
      mode={mode}
      width={1000}
      path={depositList.path}
      sections={[
        ...(mode === 'view' ? [resultSection] : []),
        headSection(options),
        {
          render: (form) => (
            <>
              <SellerOfShop form={form} sellsHere={options.sellsHere} onShop={options.chooseShop} />
              <Standing form={form} />
            </>
          ),
        },
        paidSection,
      ]}
      schema={{ safeParse: (values) => DepositBody.safeParse(bodyOf(values as DepositValues, options.nameOf)) }}
      body={(values) => bodyOf(values, options.nameOf)}
      {...(record === null ? { initial } : { source: atMoment(record, asOf), read: valuesOf })}
      buttons={printButtons('deposit', row?.id)}
      onSaved={(answer, { id, balanceList }, button) => {
        onSaved();
        void offerCashReport(depositName.kind, id ?? Number(answer), paysCash(balanceList));
        printSaved('deposit', button, id ?? Number(answer));
      }}
      onClose={onClose}
      {...(mode === 'view' && record !== null && { aside: () => <DocumentHistory path={record} asOf={asOf} /> })}
    />
  );
};
/** Opens once its choices are there: a form that fills itself afterwards would overwrite what was typed. */
export const DepositDialog = (props: Props) => {
  const [shopId, chooseShop] = useState<number>();
  const options = { ...useOrderOptions(shopId), chooseShop };
  return options.pending ? null : <Ready {...props} options={options} />;
};
