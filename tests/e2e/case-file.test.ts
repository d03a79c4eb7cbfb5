/** 卷宗: asked for at the desk, made, fetched, and found as signed by the one file that a stranger checks it with. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plantChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, useDesk } from './support/desk.ts';

const REPO = path.join(import.meta.dirname, '../..');
const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const run = promisify(execFile);
let folder = '';
let checker = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'case-file-'));
  checker = path.join(folder, 'check.mjs');
  await run(process.execPath, [path.join(REPO, 'tools/verify.mjs'), '--write-case-check', checker]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Outside the house, as a stranger has it: its end, and its last line. */
const checked = async (file: string, fingerprint: string): Promise<readonly [code: number, last: string]> => {
  const asked = [checker, file, '--fingerprint', fingerprint];
  const { code, stdout } = await run(process.execPath, asked, { cwd: folder }).then(
    (said) => ({ code: 0, ...said }),
    (error: { code: number; stdout: string }) => error,
  );
  return [code, stdout.trim().split('\n').at(-1) ?? ''];
};

describe('卷宗', () => {
  let no = '';
  const desk = useDesk({}, async (app) => {
    const { home, today, barcodes } = await plantChain(app, 2);
    const customers = (await app.get('/base-customer?name=王女士')).body.data as { list: { id: number }[] };
    const saved = await app.post('/biz-sell', {
      customerId: customers.list[0]?.id,
      shopId: home,
      sellAt: today,
      seller: 'admin',
      printTemplate: '销售单',
      remark: '',
      sellGoodsList: [{ barcode: barcodes[0], num: 1 }],
      sellBalanceList: [{ balance: '现金', amount: 2238 }],
    });
    expect(saved.status, saved.text).toBe(200);
    const id = Number(saved.body.data);
    expect((await app.put(`/biz-sell/audit/${id}`, { ids: [id] })).status).toBe(200);
    no = `XS${id}`;
  });

  test('what cannot be made is said at its field; a bill is made, fetched, and holds; with a byte changed it does not', async () => {
    const { page } = await desk.sit('/admin/case-file');
    await see(page.getByText('还没有卷宗'));
    await page.getByRole('button', { name: '制作卷宗' }).click();
    const form = page.getByRole('dialog', { name: '制作卷宗' });
    const make = form.getByRole('button', { name: '制作', exact: true });
    await form.getByLabel(/^单据号/).fill('zz1');
    await make.click();
    await see(form.getByText('没有这种单据号，请输入完整的单据号，例如 XS10001'));
    expect(await accessFindings(page)).toEqual([]);
    await form.getByLabel(/^单据号/).fill(no);
    await make.click();
    await see(page.getByText('可下载'));
    await see(page.getByText(`销售单 ${no}`));
    expect(await accessFindings(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('下载', { exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(no);
    const file = path.join(folder, 'bill.zip');
    await download.saveAs(file);
    const { fingerprint } = (await desk.app().get('/log-seal/key')).body.data as { fingerprint: string };
    expect(await checked(file, fingerprint)).toEqual([0, expect.stringMatching(/^✓ /)]);
    expect(await checked(file, '0'.repeat(64))).toEqual([1, expect.stringMatching(/^✗ /)]);
    const bytes = readFileSync(file);
    const middle = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    writeFileSync(file, bytes);
    expect(await checked(file, fingerprint)).toEqual([1, expect.stringMatching(/^✗ /)]);
  });

  test('a shop at this second, on a phone', async () => {
    const { page } = await desk.sit('/index', PHONE);
    await page.goto(new URL('/admin/case-file', page.url()).href);
    await page.getByRole('button', { name: '制作卷宗' }).click();
    const form = page.getByRole('dialog', { name: '制作卷宗' });
    await form.getByText('分店库存').click();
    await form.getByRole('button', { name: /^分店/ }).click();
    await page.getByRole('option', { name: '罗湖店' }).click();
    await form.getByRole('button', { name: '制作', exact: true }).click();
    await see(page.getByText(/^罗湖店/));
    await see(page.getByText('可下载').nth(1));
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    expect(await accessFindings(page)).toEqual([]);
  });
});
