/** Prints an order's sheet from a frame nobody sees, so that the console itself never goes to paper. */
import { client, messageOf, toast } from 'root-config/api';
import { OrderPrint, orderSheet } from './order-sheet.ts';

const FRAME = 'order-print-frame';
const showSheet = (html: string): Promise<HTMLIFrameElement> =>
  new Promise((resolve) => {
    document.getElementById(FRAME)?.remove();
    const frame = document.createElement('iframe');
    frame.id = FRAME;
    frame.title = '打印';
    frame.tabIndex = -1;
    frame.style.cssText = 'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;border:0;opacity:0';
    frame.addEventListener('load', () => resolve(frame), { once: true });
    frame.srcdoc = html;
    document.body.append(frame);
  });

/** @returns whether the browser's print window was opened. */
export const printOrder = async (id: number): Promise<boolean> => {
  try {
    const frame = await showSheet(orderSheet(OrderPrint.parse(await client.get(`/biz-sell/print/${id}`))));
    const sheet = frame.contentWindow;
    if (sheet === null) throw new Error('the print frame was removed');
    sheet.addEventListener('afterprint', () => setTimeout(() => frame.remove(), 0), { once: true });
    sheet.print();
    return true;
  } catch (error) {
    toast.error(messageOf(error));
    return false;
  }
};
