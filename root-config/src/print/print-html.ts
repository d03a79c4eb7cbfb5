import { keepKeyboard } from './print-focus.ts';

/**
 * Prints markup in millimetres, black on white, from a frame of its own, so that neither theme nor page leaks in.
 * `page` is the CSS size (`60mm 40mm`, `A4`); resolves when the print dialog is closed.
 */
export const printHtml = (
  markup: string,
  { page = 'A4', css = '' }: { page?: string; css?: string } = {},
): Promise<void> =>
  new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('aria-hidden', 'true');
    frame.style.cssText = 'position:fixed;width:0;height:0;border:0;visibility:hidden';
    const done = (): void => {
      frame.remove();
      resolve();
    };
    frame.addEventListener('load', () => {
      const view = frame.contentWindow;
      if (view === null) return reject(new Error('The print frame has no window'));
      view.addEventListener('afterprint', done, { once: true });
      // Pictures of the page must be there before it goes to paper.
      const waits = [...view.document.images].map((image) => image.decode().catch(() => undefined));
      void Promise.all(waits).then(() => {
        const bringBack = keepKeyboard();
        view.addEventListener('afterprint', bringBack, { once: true });
        view.focus();
        view.print();
        // Most browsers hold still until their dialog is closed; some never say that it was.
        bringBack();
      });
    });
    frame.srcdoc = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><style>
@page { size: ${page}; margin: 0 }
* { box-sizing: border-box }
body { margin: 0; color: #000; background: #fff; font-family: "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact }
${css}</style></head><body>${markup}</body></html>`;
    document.body.append(frame);
  });
