/** 代码生成 in the browser (S2§2.22, §5, §8): a table is imported, its settings edited, its files looked at and its menu asked for. */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { accessFindings } from './support/access.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { escape, type } from './support/keys.ts';
import { agree, button, dialog, fill, rowAction } from './support/screens.ts';

describe('the generator', () => {
  const desk = useDesk({ env: { GENERATOR: 'on' } }, async (app) => {
    await app.house.deps.master.query(sql.unsafe`CREATE SCHEMA custom`);
    await app.house.deps.master.query(sql.unsafe`
      CREATE TABLE custom.demo_brand (id bigint PRIMARY KEY, brand_name varchar(60) NOT NULL, keeper bigint)`);
  });

  test('a table is imported, edited in three tabs, and its files are looked at (S2§2.22/1)', async () => {
    const { page } = await desk.sit('/dev-tools/gen');
    await button(page, '生成代码').click();
    await see(page.getByText('请选择要生成的数据'));
    await button(page, '导入').click();
    const choice = dialog(page, '导入表');
    await choice.getByRole('checkbox', { name: /custom.demo_brand/ }).check();
    await button(choice, '保存').click();
    await gone(choice);
    await rowAction(page, 'custom.demo_brand', '编辑');
    await page.waitForURL(/\/dev-tools\/editTable\?tableId=\d+/);
    const form = dialog(page, '修改生成配置');
    await fill(form, '模型名称', 'demo');
    await button(form, '保存').click();
    await see(page.getByText('表单校验未通过，请重新检查提交内容'));
    await see(form.getByText('必须以大写字母开头,例如 SysDemo 格式').first());
    await fill(form, '模型名称', 'Brand');
    await fill(form, '菜单名称', '品牌');
    await form.getByRole('tab', { name: '生成信息' }).click();
    await fill(form, '功能名', '品牌');
    await form.getByRole('tab', { name: '字段信息' }).click();
    await see(form.getByRole('grid').getByText('brand_name'));
    // A table is chosen, and brings its key and the name of its rows (R157).
    const grid = form.getByRole('grid');
    await grid.getByRole('row').filter({ hasText: 'keeper' }).getByRole('gridcell').nth(2).click();
    for (let column = 2; column < 14; column++) await page.keyboard.press('ArrowRight');
    await type(page, '分店 master.shop');
    await page.keyboard.press('Enter');
    await see(grid.getByText('分店 master.shop'));
    expect(await accessFindings(page)).toEqual([]);
    await button(form, '保存').click();
    await page.waitForURL(/\/dev-tools\/gen$/);
    // The row as it was saved, not the one of before.
    await see(page.getByText('品牌', { exact: true }));
    await rowAction(page, 'custom.demo_brand', '预览');
    const preview = dialog(page, '预览：品牌');
    await see(preview.getByText('export const brandManifest', { exact: false }));
    await preview.getByRole('tab', { name: 'manifest.ts' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => preview.getByRole('tab', { name: 'contract.ts' }).getAttribute('aria-selected'))
      .toBe('true');
    await see(preview.locator('.hljs-keyword').first());
    expect(await accessFindings(page)).toEqual([]);
    await escape(preview);
    await rowAction(page, 'custom.demo_brand', '写入菜单');
    await see(page.getByText('是否确认将“品牌”的菜单和接口配置写入数据库？'));
    await agree(page);
    await see(page.getByText('已写入7条菜单，接口在重新启动后生效'));
  });
});
