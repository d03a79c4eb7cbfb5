/** What the dialog sends: open, scan, reset, save; each a command until a definite answer (R40). */
import {
  client,
  createCommandKey,
  refreshViews,
  sendCommand,
  toast,
  type CommandKey,
  type Method,
} from 'root-config/api';
import type { Problem } from 'root-config/ui';
import { ScanAnswer } from 'services/stock-check/contract';
import { z } from 'zod';

const PATH = '/biz-check';
const send = async (
  method: Exclude<Method, 'GET'>,
  path: string,
  body: unknown,
  key: CommandKey = createCommandKey(),
): Promise<unknown> => {
  const exchange = (current: string) => client.request(method, path, { body, headers: { 'Idempotency-Key': current } });
  const { data } = await sendCommand(key, exchange, (message) => {
    if (message !== null) toast.info(message);
  });
  return data;
};

export type Header = {
  readonly shopId: number | undefined;
  readonly checkAt: string | undefined;
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly remark: string | undefined;
};
/** Why nothing can be extracted yet (S0§5). */
export const whyNotOpen = ({ shopId, type }: Partial<Header>): Problem | null => {
  if (shopId === undefined) return { path: 'shopId', message: '请先选择分店名称！' };
  return type === undefined || type === '' ? { path: 'type', message: '请选择首饰类别！' } : null;
};
/** `key`: kept by the form, so that a second try after a lost answer opens no second check. */
export const openCheck = async (header: Header & { readonly blind: boolean }, key: CommandKey): Promise<number> => {
  const id = z.int().parse(await send('POST', `${PATH}/open`, header, key));
  await refreshViews([PATH]);
  return id;
};
const phone = (): boolean => matchMedia('(max-width: 767px)').matches;
export const scanCodes = async (id: number, barcodes: readonly string[]): Promise<readonly ScanAnswer[]> =>
  z.array(ScanAnswer).parse(await send('POST', `${PATH}/${id}/scan`, { barcodes, device: phone() ? '手机' : '电脑' }));
export const finishCheck = (id: number): Promise<unknown> => send('POST', `${PATH}/${id}/finish`, {});
export const resumeCheck = (id: number): Promise<unknown> => send('POST', `${PATH}/${id}/resume`, {});
export const resetCheck = (id: number): Promise<unknown> => send('POST', `${PATH}/${id}/reset`, {});
export const saveCheck = async (id: number, header: Header, lines: readonly object[]): Promise<unknown> => {
  const saved = await send('PUT', `${PATH}/${id}`, { ...header, bizGoodsList: lines });
  await refreshViews([PATH]);
  return saved;
};
