/** The pages of shoppers (S1§2.16) and the price on the wall (S1§2.14): files of their own in the site, with nothing of the console. */
import fs from 'node:fs';
import path from 'node:path';

const SHOPPERS = /^\/(?:wx|v|report-price)(?=\/|\?|$)/;
/** Whether an address, with its query or without, is of shoppers or of a screen in the shop. */
export const isShopperPage = (url: string): boolean => SHOPPERS.test(url);

const FOLDER = 'shopper';
const PART = /^[a-z][a-z-]*$/;
/**
 * File below the site for an address of shoppers: that of its own page, else the first, which says that there is none; null where the
 * site has no such pages.
 */
export const shopperPageOf = (siteDir: string, pathname: string): string | null => {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [first = '', second] = parts;
  const names = [second !== undefined && PART.test(second) ? `${first}-${second}` : first, first, 'wx'];
  const files = names.map((name) => path.join(FOLDER, `${name}.html`));
  return files.find((file) => fs.existsSync(path.join(siteDir, file))) ?? null;
};
