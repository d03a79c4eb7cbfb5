/** Steps to what can be looked at. */
export const press = (page, name) => page.getByRole('button', { name }).first().click();
/** The first record opens as its readers see it. */
export const view = (page) =>
  page
    .getByRole('button', { name: /^查看 / })
    .first()
    .click();
/** The last month, so that there is something to see. */
export const month = async (page) => {
  const button = page.getByRole('button', { name: /最近一天有数据/ });
  if (await button.isVisible()) await button.click();
};

/** Takes the first entry of a list that can be searched, or the one with these words. */
export const choose = async (page, label, words) => {
  const form = page.getByRole('dialog').last();
  await form.getByRole('button', { name: new RegExp(`^${label}：`) }).click();
  const list = page.getByRole('dialog', { name: label, exact: true });
  await list
    .getByRole('option', words === undefined ? {} : { name: words })
    .last()
    .click();
  await list.waitFor({ state: 'hidden' });
};
/** A count of rings with three pieces counted, one of them twice, and a code nobody knows. */
export const countRings = async (page) => {
  await press(page, '新增盘点');
  await choose(page, '分店');
  await choose(page, '首饰类别', '戒指');
  await press(page, '提取库存数据');
  const grid = page.getByRole('grid', { name: '盘点明细' });
  const codes = grid.getByRole('gridcell', { name: /^\d{12}$/ });
  await codes.nth(3).waitFor();
  const box = page.getByRole('dialog').getByLabel('条码', { exact: true });
  for (const index of [0, 1, 2]) {
    await box.fill(await codes.nth(index).innerText());
    await box.press('Enter');
  }
  await page.getByText('已盘 3/').waitFor();
};

/** Two pieces of the stock list on an inspection that is not saved yet, after a try that lacked the inspector. */
export const inspectTwo = async (page) => {
  await page.goto(page.url().replace('inspection', 'goods-in'));
  await month(page);
  const texts = await page.getByText(/^20\d{10}$/).allInnerTexts();
  await page.goto(page.url().replace('goods-in', 'inspection'));
  await press(page, '新增质检');
  await choose(page, '分店');
  const box = page.getByRole('dialog').getByLabel('条码', { exact: true });
  const grid = page.getByRole('grid', { name: /明细|首饰/ });
  for (const code of texts) {
    await box.fill(code);
    await box.press('Enter');
    await page.waitForTimeout(150);
    if ((await grid.getByText(/^20\d{10}$/).count()) > 1) break;
  }
  await page.getByRole('button', { name: '保存', exact: true }).click();
};
