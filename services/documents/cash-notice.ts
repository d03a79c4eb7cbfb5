/** A save that brings a person's cash of the day to the limit says so, whatever document it is of (R83). */
import { cashOf, type CashDesk } from '../contracts/cash.ts';
import type { Payment } from '../contracts/document-body.ts';
import type { LineKey } from '../contracts/document.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { Prepared, Previous, Saver } from './desk.ts';

type Paying = { readonly customerId: number; readonly shopId: number; readonly payments: readonly Payment[] };
type Cash<Header, Line extends LineKey> = {
  readonly desk: CashDesk;
  readonly kind: string;
  readonly dayOf: (header: Header) => string;
  /** -1 where what is paid goes out. */
  readonly signOf: (content: Prepared<Header, Line>) => 1 | -1;
};

/** Rules that look at the cash of what they prepared; nothing is refused for it. */
export const withCashNotice =
  <Body, Header extends Paying, Line extends LineKey>(
    { desk, kind, dayOf, signOf }: Cash<Header, Line>,
    prepare: (
      body: Body,
      before: Previous<Header, Line> | null,
      by: Saver,
    ) => Promise<Prepared<Header, Line> | Refusal>,
  ): typeof prepare =>
  async (body, before, by) => {
    const prepared = await prepare(body, before, by);
    if (isRefusal(prepared)) return prepared;
    const { header } = prepared;
    const { customerId, shopId, payments } = header;
    const cash = cashOf(payments, signOf(prepared));
    const moved = { kind, documentId: before?.id ?? null, shopId, customerId, day: dayOf(header), ...cash };
    const noticed = await desk.notice(moved, by);
    if (noticed === null) return prepared;
    const { warning } = prepared;
    const id = before?.id ?? by.documentId;
    if (id !== undefined) by.save?.afterwards(() => noticed.record(id));
    return { ...prepared, warning: warning === undefined ? noticed.warning : `${warning}；${noticed.warning}` };
  };
