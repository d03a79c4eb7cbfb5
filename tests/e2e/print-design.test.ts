/** Labels are designed in the browser and papers printed (S0§2, S2§2): by mouse, by keyboard, with mistakes. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk, visit } from './support/desk.ts';
import { scan, typeIn } from './support/keys.ts';
import { agree, button, dialog, fill, pick, rowAction } from './support/screens.ts';
import { themedFindings } from './support/themes.ts';

const NARROW = { viewport: { width: 390, height: 844 } };
type Template = { readonly id: number; readonly fileName: string; readonly template: string };

describe('print templates', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
  });
  const templateOf = async (fileName: string): Promise<Template> =>
    (await desk.app().get(`/base-print-template/by-name/${encodeURIComponent(fileName)}`)).body.data as Template;
  const elementsOf = async (fileName: string): Promise<readonly Record<string, unknown>[]> =>
    (JSON.parse((await templateOf(fileName)).template) as { elements: Record<string, unknown>[] }).elements;
  const board = (page: Page): Locator => page.locator('.dz-board');
  const item = (page: Page, index: number): Locator => page.locator('[data-item]').nth(index);
  const property = (page: Page, label: string): Locator =>
    page.getByRole('region', { name: '元素属性' }).getByLabel(new RegExp(`^${label}(：|$)`));
  const valueOf = async (page: Page, label: string): Promise<number> =>
    Number(await property(page, label).inputValue());
  /** Opened by its address: a design page as a bookmark has it. */
  const designing = async (page: Page, fileName: string): Promise<void> => {
    await page.goto(`/new-page?design=1&templateId=${(await templateOf(fileName)).id}`);
    await see(board(page));
  };
  /** A message that is still shown has a 关闭 of its own. */
  const leave = (page: Page): Promise<void> => button(page.getByRole('group', { name: '工具' }), '关闭').click();
  const dragBy = async (page: Page, from: Locator, by: readonly [number, number], key?: 'Alt'): Promise<void> => {
    const box = await from.boundingBox();
    if (box === null) throw new Error('nothing to drag');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    if (key !== undefined) await page.keyboard.down(key);
    await page.mouse.down();
    await page.mouse.move(x + by[0] / 2, y + by[1] / 2);
    await page.mouse.move(x + by[0], y + by[1]);
    await page.mouse.up();
    if (key !== undefined) await page.keyboard.up(key);
  };

  test('a template is added with its mistakes told, copied, made the default, designed and taken away (S0§2/27)', async () => {
    const { page } = await desk.sit('/admin/print-template');
    await button(page, '新增打印模板').click();
    const form = dialog(page, '新增打印模板');
    await button(form, '保存').click();
    await see(form.getByText('模板名称不能为空'));
    await see(form.getByText('文件名称不能为空'));
    await pick(page, form, '首饰类别', '吊坠');
    await fill(form, '模板名称', '吊坠小签');
    await fill(form, '文件名称', '标准标签');
    await button(form, '保存').click();
    await see(form.getByText('文件名称已存在'));
    await fill(form, '文件名称', '吊坠小签');
    await button(form, '保存').click();
    await gone(form);
    await see(page.getByRole('row').filter({ hasText: '吊坠小签' }).getByText('还没有设计'));

    await rowAction(page, '素金标签', '复制');
    const copy = dialog(page, '复制打印模板');
    await button(copy, '保存').click();
    await gone(copy);
    await see(page.getByRole('row').filter({ hasText: '素金标签 副本' }));
    expect(await elementsOf('素金标签 副本')).toEqual(await elementsOf('素金标签'));

    await rowAction(page, '素金标签 副本', '设为默认');
    await see(page.getByRole('row').filter({ hasText: '素金标签 副本' }).getByText('默认', { exact: true }));
    await rowAction(page, '标准标签', '删除');
    await agree(page);
    await see(page.getByText('该模板已有入库记录，不能删除'));
    await rowAction(page, '素金标签 副本', '删除');
    await agree(page);
    await gone(page.getByRole('row').filter({ hasText: '素金标签 副本' }));
  });

  test('a label is designed: dragged, resized, undone, saved, seen with a real piece; closing goes one step back (S0§2/26)', async () => {
    const { page } = await desk.sit('/admin/print-template');
    await rowAction(page, '手镯标签', '设计');
    await see(board(page));
    await item(page, 0).click();
    const [left, top] = [await valueOf(page, '左'), await valueOf(page, '上')];
    await dragBy(page, item(page, 0), [60, 43]);
    await expect.poll(() => valueOf(page, '左')).toBeGreaterThan(left);
    const moved = { x: await valueOf(page, '左'), y: await valueOf(page, '上') };
    expect(moved.y).toBeGreaterThan(top);
    await button(page, '撤销').click();
    await expect.poll(() => valueOf(page, '左')).toBe(left);
    await expect.poll(() => valueOf(page, '上')).toBe(top);
    await button(page, '重做').click();
    await expect.poll(() => valueOf(page, '左')).toBe(moved.x);
    await page.keyboard.press('Control+z');
    await expect.poll(() => valueOf(page, '左')).toBe(left);

    const width = await valueOf(page, '宽');
    await dragBy(page, page.locator('[data-handle="e"]'), [-40, 0]);
    await expect.poll(() => valueOf(page, '宽')).toBeLessThan(width);
    expect((await valueOf(page, '宽')) * 2).toBe(Math.round((await valueOf(page, '宽')) * 2));

    await scan(page, chain.barcodes[0] ?? '');
    await see(page.getByText(`${chain.barcodes[0]} 足金戒指`));
    await see(board(page).getByText('足金戒指'));
    await see(page.getByText('有修改未保存'));
    await button(page, '保存').click();
    await see(page.getByText('已保存', { exact: true }));
    const [first] = await elementsOf('手镯标签');
    expect(first).toMatchObject({ x: left, y: top });
    expect(Number(first?.['width'])).toBeLessThan(width);
    await leave(page);
    await page.waitForURL('**/admin/print-template');
    await see(page.getByRole('heading', { level: 2, name: '打印模板' }));
    await see(page.getByRole('row').filter({ hasText: '手镯标签' }));
  });

  test('by keyboard alone: from the list of elements, in tenths and whole millimetres, copy and delete', async () => {
    const { page } = await desk.sit();
    await designing(page, '金条标签');
    await page.getByRole('tab', { name: /^元素/ }).focus();
    await page.keyboard.press('Enter');
    const layers = page.getByRole('list', { name: '元素，上面的盖住下面的' }).getByRole('button');
    const count = await layers.count();
    await layers.last().focus();
    await page.keyboard.press('Enter');
    const left = await valueOf(page, '左');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => valueOf(page, '左')).toBeCloseTo(left + 1.2, 5);
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await expect.poll(() => layers.count()).toBe(count + 1);
    await page.keyboard.press('Delete');
    await expect.poll(() => layers.count()).toBe(count);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await see(page.getByText('已保存', { exact: true }));
    await expect.poll(() => button(page, '撤销').isDisabled()).toBe(true);
  });

  test('fields are added from their groups; a wrong number is told and changes nothing; a label without a name is warned of', async () => {
    const { page } = await desk.sit();
    await designing(page, '项链标签');
    await page.getByLabel('查找字段').fill('主石颜色');
    await button(page, '主石颜色').click();
    await see(property(page, '字段'));
    await typeIn(property(page, '左'), '9999');
    await see(page.getByText('不能大于600mm'));
    await typeIn(property(page, '左'), 'x');
    await see(page.getByText('请输入数字'));
    await property(page, '上').focus();
    await expect.poll(() => valueOf(page, '左')).toBe(2);
    await typeIn(property(page, '左'), '12.5');
    await expect.poll(() => valueOf(page, '左')).toBe(12.5);
    // Its corner: the new field lies on the rest of it.
    await item(page, 0).click({ position: { x: 4, y: 4 } });
    await page.keyboard.press('Delete');
    await see(page.getByText('标签必须标明名称'));
    await page.keyboard.press('Control+z');
    await gone(page.getByText('标签必须标明名称'));
    await page.getByLabel('预览条码').fill('NO-SUCH-1');
    await page.getByLabel('预览条码').press('Enter');
    await see(page.getByText('没有找到条码为NO-SUCH-1的首饰'));
  });

  test('what is not saved survives a reload; what somebody else saved is not overwritten unasked', async () => {
    const { page } = await desk.sit();
    await designing(page, '玉石标签');
    await item(page, 1).click();
    await page.keyboard.press('Delete');
    await see(page.getByText('有修改未保存'));
    const left = await page.locator('[data-item]').count();
    await page.reload();
    await see(page.getByText('上次关闭时还有内容没有保存。'));
    await expect.poll(() => page.locator('[data-item]').count()).toBe(left + 1);
    await button(page, '恢复未保存的内容').click();
    await expect.poll(() => page.locator('[data-item]').count()).toBe(left);

    const { id, template } = await templateOf('玉石标签');
    const theirs = template.replace('{{name}}', '别人的{{name}}');
    await desk.app().put(`/base-print-template/update-template/${id}`, { id, template: theirs });
    await button(page, '保存').click();
    await see(page.getByText('别人已修改，请刷新后再保存'));
    expect((await templateOf('玉石标签')).template).toBe(theirs);
    await button(page, '用我的设计覆盖').click();
    await see(page.getByText('已保存', { exact: true }));
    expect(await elementsOf('玉石标签')).toHaveLength(left);
  });

  test('goods-in opens the designer of labels; a phone may look (S0§2/26)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await button(page, '设计打印模板').click();
    await see(board(page));
    await leave(page);
    await page.waitForURL('**/stock/goods-in');
    await see(page.getByRole('heading', { level: 2, name: '首饰入库' }));
    const phone = await desk.open(NARROW);
    await desk.enter(phone, '/index');
    await phone.page.goto('/new-page?design=1&kind=label');
    await see(phone.page.getByText('手机上只能查看打印模板，请在电脑上设计。'));
    await see(phone.page.getByRole('img', { name: '模板预览' }));
  });

  test('a transfer prints true to size from its list, and leads to the designer of its paper', async () => {
    const reply = await desk.app().post('/biz-allocate', {
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      remark: '',
      bizGoodsList: [{ barcode: chain.barcodes[1], inNum: 1 }],
    });
    expect(reply.status).toBe(200);
    const { page } = await desk.sit('/stock/transfer');
    await rowAction(page, `DB${String(reply.body.data)}`, '打印');
    const sheet = page.getByRole('img', { name: '第1张' });
    await see(sheet);
    await see(sheet.getByText(chain.barcodes[1] ?? ''));
    const drawn = await sheet.locator('svg').boundingBox();
    // 210 mm at 96 dots per inch.
    expect(Math.round(drawn?.width ?? 0)).toBe(794);
    await page.getByRole('link', { name: '设计模板' }).click();
    await see(board(page));
    await see(board(page).getByText(chain.barcodes[1] ?? ''));
    await leave(page);
    await see(sheet);
    await leave(page);
    await page.waitForURL('**/stock/transfer');
  });

  test('more records than a page prints: it says how many it prints', async () => {
    const { list } = await rowsOf(desk.app(), `/biz-goods-in?barcode=${chain.barcodes[0]}`);
    const { page } = await desk.sit('/index');
    await page.goto(`/new-page?type=label&id=${Array.from({ length: 201 }, () => String(list[0]?.['id'])).join(',')}`);
    await see(page.getByRole('alert').filter({ hasText: '选了 201 条，一次最多打印 200 条' }));
    await see(page.getByRole('img', { name: '第1张' }));
    await see(page.getByText('只显示前50张，打印时全部打印。'));
  });

  test('template fields: mistakes told, the Chinese name comes by itself, offered in the designer, taken away (S0§2/27)', async () => {
    const { page } = await desk.sit('/admin/template-column');
    await button(page, '新增模板字段').click();
    const form = dialog(page, '新增模板字段');
    await button(form, '保存').click();
    await see(form.getByText('单据类型不能为空'));
    await see(form.getByText('字段名称不能为空'));
    await pick(page, form, '单据类型', '首饰标签');
    await fill(form, '字段名称', 'goldWeight');
    await button(form, '保存').click();
    await see(form.getByText('该单据类型下已有此字段'));
    await fill(form, '字段名称', 'stoneShape');
    await expect.poll(() => form.getByLabel(/^中文名称/).inputValue()).not.toBe('');
    await fill(form, '中文名称', '石头形状');
    await button(form, '保存').click();
    await gone(form);
    expect(
      (await rowsOf(desk.app(), '/base-template-column?kind=goodsIn')).list.map((row) => row['columnComment']),
    ).toContain('石头形状');
    await designing(page, '镶嵌标签');
    await see(page.getByRole('region', { name: '常用（模板字段）' }).getByText('石头形状'));
    await page.goto('/admin/template-column');
    await pick(page, page.locator('.ui-filters'), '单据类型', '首饰标签');
    await rowAction(page, '石头形状', '删除');
    await agree(page);
    await gone(page.getByRole('row').filter({ hasText: '石头形状' }));
  });

  test('axe finds nothing serious in the lists and their forms in three themes', async () => {
    const { page } = await desk.sit('/admin/print-template');
    const findings: string[] = [];
    for (const path of ['/admin/print-template', '/admin/template-column']) {
      await visit(page, path);
      await see(page.getByRole('row').nth(1));
      findings.push(...(await themedFindings(page, path)));
      await page.getByRole('button', { name: /^新增/ }).click();
      await see(page.getByRole('dialog').getByRole('textbox'));
      findings.push(...(await themedFindings(page, `${path} 新增`)));
    }
    expect(findings).toEqual([]);
  });
  test('axe finds nothing serious in the designer and on the print page in three themes', async () => {
    const { page } = await desk.sit();
    const findings: string[] = [];
    await designing(page, '标准标签');
    await item(page, 0).click();
    await see(property(page, '左'));
    findings.push(...(await themedFindings(page, 'designer, an element')));
    await designing(page, '调拨单');
    await page.getByRole('tab', { name: /^元素/ }).click();
    await page.getByRole('button', { name: /^表格/ }).last().click();
    await see(page.getByRole('list', { name: '表格的列' }));
    findings.push(...(await themedFindings(page, 'designer, a table')));
    const { list } = await rowsOf(desk.app(), `/biz-goods-in?barcode=${chain.barcodes[0]}`);
    await page.goto(`/new-page?type=label&id=${String(list[0]?.['id'])}`);
    await see(page.getByRole('img', { name: '第1张' }));
    findings.push(...(await themedFindings(page, 'print page')));
    expect(findings).toEqual([]);
  });
});
