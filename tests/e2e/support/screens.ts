/** The screens as a person names them: pickers by their label, row actions by their word, questions by their answer. */
import type { Locator, Page } from 'playwright-core';
import { see, gone } from './desk.ts';
import { scan, typeIn } from './keys.ts';

export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true });
export const dialog = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title });
export const field = (scope: Page | Locator, name: string): Locator => scope.locator(`[data-field="${name}"]`);

/** Where it stands on the page. @throws when it cannot be seen. */
export const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`not to be seen: ${String(locator)}`);
  return box;
};

/** Opens a searchable list, types part of a word and takes the option. */
export const pick = async (page: Page, scope: Locator, label: string, option: string): Promise<void> => {
  await scope.getByRole('button', { name: new RegExp(`^${label}：`) }).click();
  const list = page.getByRole('dialog', { name: label, exact: true });
  await list.getByRole('option', { name: option }).first().click();
  await gone(list);
};

/** The first option of a list, whatever it is. */
export const pickFirst = async (page: Page, scope: Locator, label: string): Promise<void> => {
  await scope.getByRole('button', { name: new RegExp(`^${label}：`) }).click();
  const list = page.getByRole('dialog', { name: label, exact: true });
  await list.getByRole('option').first().click();
  await gone(list);
};
/** A field of a form by its label. */
export const fill = async (scope: Locator, label: string, text: string): Promise<void> => {
  await typeIn(scope.getByLabel(new RegExp(`^${label}( \\*)?$`)).first(), text);
};

/** A word in a row or on a card; behind 更多 when it does not stand there. */
const actionIn = async (page: Page, row: Locator, action: string): Promise<void> => {
  await see(row);
  const word = row.getByText(action, { exact: true });
  if (await word.first().isVisible()) return word.first().click();
  await row.getByText('更多', { exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
/** In the row that holds `text`. */
export const rowAction = (page: Page, text: string, action: string): Promise<void> =>
  actionIn(page, page.getByRole('row').filter({ hasText: text }), action);
/** On the card that holds `text`, as a phone shows rows. */
export const cardAction = (page: Page, text: string, action: string): Promise<void> =>
  actionIn(page, page.locator('.ui-card').filter({ hasText: text }), action);

/** Answers the question that is open. */
export const agree = async (page: Page, name = '确定'): Promise<void> => {
  const question = page.getByRole('alertdialog');
  await button(question, name).click();
  await gone(question);
};

/** Audits the row with `text` and waits until the list says so. */
export const audit = async (page: Page, text: string): Promise<void> => {
  await rowAction(page, text, '审核');
  await agree(page);
  await see(page.getByRole('row').filter({ hasText: text }).getByText('已审核', { exact: true }));
};

/** A bill with one piece, nothing paid yet. */
export const openSale = async (page: Page, ring: string): Promise<Locator> => {
  await page.getByRole('button', { name: '新增销售单' }).click();
  const form = dialog(page, '新增销售单');
  await pick(page, form, '客户', '王女士');
  await pick(page, form, '分店', '罗湖店');
  await pickFirst(page, form, '销售员');
  await scan(page, ring);
  await see(form.getByRole('grid').getByText(ring));
  return form;
};
