/** Which page an address opens, and the file of it: read once, when it is opened first. */
import type { ComponentType } from 'preact';
import { PAGES, type PageRow } from '../pages/index.ts';

export const rowAt = (pathname: string): PageRow | undefined => {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  return PAGES.find((row) => row.path === path || (row.under === true && path.startsWith(`${row.path}/`)));
};

const files = new Map<PageRow, ComponentType>();
/** The page of a row whose file was read. */
export const pageOf = (row: PageRow): ComponentType | undefined => files.get(row);
/** Reads the file of the page of an address, where it has one; throws where it does not come. */
export const readPage = async (pathname: string): Promise<void> => {
  const row = rowAt(pathname);
  if (row !== undefined && !files.has(row)) files.set(row, (await row.load()).default);
};
