/** 挂单 and 取单 (R94): an order waits while the next customer is served, and goes on at any till of the shop. */
import { useQuery } from '@tanstack/react-query';
import { PriceAnswer, PRICE_LOOKUP_PATH } from 'projections/quoted-prices/contract';
import { CustomerBuyRow, customerBuy, saleList } from 'projections/sales/contract';
import { client, messageOf, readDraft, toast, useLockShops, writeDraft } from 'root-config/api';
import {
  Button,
  Dialog,
  EmptyState,
  ShopTreeSelect,
  Spinner,
  confirm,
  moment,
  money,
  openOverlay,
  runCommand,
  shopToday,
  type FormButton,
  type FormHandle,
  type Problem,
} from 'root-config/ui';
import { PARK_PATH, ParkedList, TakenUp, type ParkedRow } from 'services/sale/contract';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { withoutCost } from '../../order/earning.ts';
import {
  boardQuestion,
  isEmpty,
  noteOf,
  PARKED_LISTS,
  ParkedOrder,
  takenUpOn,
  textIn,
} from '../../order/parked-order.ts';
import type { OrderValues } from './order-values.ts';

/** Where the dialog of a new order keeps what was typed. */
const DRAFT = `${saleList.path}:new`;

const standing = (form: FormHandle<OrderValues>): ParkedOrder => ({
  values: { ...form.values },
  lines: Object.fromEntries(
    PARKED_LISTS.map((name) => [name, (form.lines<Record<string, unknown>>(name)?.lines ?? []).map(withoutCost)]),
  ),
});
const park = async (form: FormHandle<OrderValues>, onParked: () => void): Promise<void> => {
  const order = standing(form);
  const { shopId } = form.values;
  if (shopId === undefined) return form.setProblems([{ path: 'shopId', message: '分店名称不能为空' }], true);
  if (isEmpty(order)) return toast.warning('还没有内容，不用挂单');
  const body = { shopId, body: order, note: noteOf(order) };
  if (!(await runCommand({ method: 'POST', path: PARK_PATH, body, views: [] }))) return;
  form.dropDraft();
  onParked();
};
export const parkButton = (onParked: () => void): FormButton<OrderValues> => ({
  name: 'park',
  label: '挂单',
  shortcut: 'F8',
  when: (form) => form.mode === 'add',
  press: (form) => void park(form, onParked),
});

const itemStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  padding: '8px 12px',
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
  '& > span': { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
  '& small': { display: 'block', color: 'var(--fgColor-muted)' },
} as const;

const Bought = z.object({ list: z.array(CustomerBuyRow) });
type Look = (line: Readonly<Record<string, unknown>>, index: number) => Promise<readonly Problem[]>;
/** What somebody else has by now, said at its line. */
const isThere =
  (list: 'sellGoodsList' | 'sellGiftList', path: string, shopId: number): Look =>
  async ({ barcode }, index) => {
    try {
      await client.get(path, { shopId, barcode: textIn(barcode) });
      return [];
    } catch (error) {
      return [{ path: `${list}.${index}.barcode`, message: messageOf(error) }];
    }
  };
/** What the board says by now where it said something then. */
const atBoard: Look = async (line, index) => {
  const question = boardQuestion(line);
  if (question === null) return [];
  const { said, asked } = question;
  const { price } = PriceAnswer.parse(await client.get(PRICE_LOOKUP_PATH, asked));
  const message = `挂牌金价已由${money(said)}变为${price > 0 ? money(price) : '未报价'}，保存时可按新价重算`;
  return price === said ? [] : [{ path: `sellGoodsList.${index}.todayGoldCost`, message }];
};
/** What came back meanwhile by another order. */
const stillReturnable: Look = async ({ barcode, rawOrderNo, rawSellId, returnNum }, index) => {
  const query = { barcode: textIn(barcode), orderNo: textIn(rawOrderNo) };
  const { list } = Bought.parse(await client.get(customerBuy.path, query));
  const row = list.find((one) => one.rawSellId === rawSellId && one.barcode === barcode);
  if (row !== undefined && row.returnable >= Number(returnNum)) return [];
  const message = row === undefined || row.returnable === 0 ? '此首饰已退货' : `最多可退${row.returnable}件`;
  return [{ path: `sellChangeList.${index}.returnNum`, message }];
};
const unknown = (): readonly Problem[] => [];
const changedSince = async ({ values, lines }: ParkedOrder): Promise<readonly Problem[]> => {
  const shopId = Number(values['shopId']);
  const each = (list: (typeof PARKED_LISTS)[number], look: Look) =>
    (lines[list] ?? []).map((line, index) => look(line, index).catch(unknown));
  const looks = [
    ...each('sellGoodsList', isThere('sellGoodsList', '/biz-goods-in/lookup', shopId)),
    ...each('sellGoodsList', atBoard),
    ...each('sellGiftList', isThere('sellGiftList', '/biz-gift-in/barcode', shopId)),
    ...each('sellChangeList', stillReturnable),
  ];
  return (await Promise.all(looks)).flat();
};

export type TakenUpOrder = { readonly problems: readonly Problem[] };
/** Into the dialog's own draft, so that it is lost no more than anything else that was typed. */
const takeUp = async (id: number, onTaken: (order: TakenUpOrder) => void): Promise<void> => {
  if (readDraft(DRAFT) !== null) {
    const text = '这台设备上还有一张没有保存的销售单，取单后它的内容会被替换。可以先恢复并挂单。';
    if (!(await confirm({ title: '还有未保存的销售单', text, danger: true }))) return;
  }
  let body: unknown;
  const path = `${PARK_PATH}/${id}/take`;
  const answered = (data: unknown): void => void ({ body } = TakenUp.parse(data));
  if (!(await runCommand({ method: 'POST', path, views: [PARK_PATH], answered }))) return;
  const order = takenUpOn(ParkedOrder.parse(body), shopToday());
  writeDraft(DRAFT, order);
  onTaken({ problems: await changedSince(order) });
};
const throwAway = async ({ id, note }: ParkedRow): Promise<void> => {
  const text = `确定删除挂单“${note}”吗？删除后不能恢复。`;
  if (await confirm({ title: '删除挂单', text, danger: true }))
    await runCommand({ method: 'DELETE', path: PARK_PATH, body: { ids: [id] }, views: [PARK_PATH] });
};

type ParkedProps = { readonly onTaken: (order: TakenUpOrder) => void; readonly onClose: () => void };
const ParkedOrders = ({ onTaken, onClose }: ParkedProps) => {
  const { preset } = useLockShops();
  const [chosen, setChosen] = useState<string | undefined>(preset === null ? undefined : String(preset));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [PARK_PATH, chosen],
    queryFn: async ({ signal }) => ParkedList.parse(await client.get(PARK_PATH, { shopId: chosen }, { signal })).list,
    enabled: chosen !== undefined,
    staleTime: 0,
  });
  const taken = (order: TakenUpOrder): void => {
    onClose();
    onTaken(order);
  };
  return (
    <Dialog title="取单" width="large" onClose={onClose}>
      <div css={{ display: 'grid', gap: 12 }}>
        <ShopTreeSelect value={chosen} onChange={setChosen} label="分店" />
        {isFetching && data === undefined ? <Spinner /> : null}
        {error === null ? null : (
          <p className="ui-problem" role="alert">
            {messageOf(error)} <Button onClick={() => void refetch()}>重试</Button>
          </p>
        )}
        {chosen === undefined ? <EmptyState title="请先选择分店" /> : null}
        {data?.length === 0 ? (
          <EmptyState title="没有挂单" text="开单时点“挂单”可以先放下这张单，24小时内在本店任一收银台取回。" />
        ) : null}
        <ul css={{ display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' }} aria-label="挂单">
          {(data ?? []).map((row) => (
            <li key={row.id} css={itemStyle}>
              <span>
                {row.note}
                <small>
                  {row.by} {moment(row.at)}
                </small>
              </span>
              <Button variant="primary" onClick={() => void takeUp(row.id, taken)}>
                取单
              </Button>
              <Button onClick={() => void throwAway(row)}>删除</Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
export const openParked = (onTaken: ParkedProps['onTaken']): void =>
  void openOverlay((close) => <ParkedOrders onTaken={onTaken} onClose={close} />);

type FormProps = { readonly form: FormHandle<OrderValues>; readonly problems: readonly Problem[] };
/** What is gone since it was put aside stands at its line, once the lines are there. */
export const GoneSince = ({ form, problems }: FormProps) => {
  const told = useRef(problems.length === 0);
  useEffect(() => {
    const there = problems.every(({ path }) => {
      const [list, index] = path.split('.');
      return form.lines(list as 'sellGoodsList').length > Number(index);
    });
    if (told.current || !there) return;
    told.current = true;
    form.setProblems(problems, false);
  });
  return null;
};
