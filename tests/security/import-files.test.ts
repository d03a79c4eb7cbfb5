/** Hostile table files: a telling refusal, bounded memory, everybody else served, nothing left behind. */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CFB, utils, write } from 'xlsx';
import { unpackWorkbook } from '../../services/platform/table-files/zip-guard.ts';
import { startApp, type App, type Reply } from '../support/app.ts';
import { askList, limitNow, p99Of } from '../support/list-pace.ts';

let app: App;
const tokens: string[] = [];
beforeAll(async () => {
  app = await startApp();
  for (let user = 0; user < 4; user += 1) {
    await app.addUser({ username: `keeper${user}`, roleIds: [5] });
    tokens.push(await app.signIn(`keeper${user}`));
  }
});
afterAll(() => app.stop());

const sheetOf = (rows: readonly (readonly unknown[])[], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), '首饰');
  return write(book, { type: 'buffer', bookType, bookSST: true, compression: true }) as Buffer;
};
/** A sound workbook with one of its parts changed. */
const changed = async (part: string, change: (text: string) => string): Promise<Buffer> => {
  const parts = await unpackWorkbook(
    sheetOf([['条码', '首饰名称'], ...Array.from({ length: 20 }, (_, n) => [`A${1000 + n}`, '戒指'])]),
  );
  const container = CFB.utils.cfb_new({ root: 'R' }) as object;
  for (const [name, bytes] of parts) {
    CFB.utils.cfb_add(container, `/${name}`, name === part ? Buffer.from(change(bytes.toString())) : bytes);
  }
  return CFB.write(container, { type: 'buffer', fileType: 'zip', compression: true }) as Buffer;
};
const STRINGS = 'xl/sharedStrings.xml';
const laughs = (text: string): string => {
  const lines = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
  const declared = `<!DOCTYPE sst [<!ENTITY l0 "ha">${lines.join('')}]>`;
  return text.replace('<sst', `${declared}<sst`).replace('戒指', '&l9;');
};

type Hostile = { readonly name: string; readonly file: string; readonly bytes: Buffer; readonly says: string };
let hostile: readonly Hostile[] = [];
beforeAll(async () => {
  const long = await changed(STRINGS, (text) => text.replace('戒指', 'A'.repeat(7_850_000)));
  const wide = Array.from({ length: 5_000 }, (_, n) => `列${n}`);
  const many = Array.from({ length: 800 }, () => ['A', '长'.repeat(32_000)]);
  hostile = [
    {
      name: 'one text in twenty rows, 157 MB of them',
      file: 'a.xlsx',
      bytes: long,
      says: 'B2单元格：有单元格超过32767个字',
    },
    {
      name: '200 MB of nothing',
      file: 'a.xlsx',
      bytes: await changed(STRINGS, (text) => text + ' '.repeat(200_000_000)),
      says: '文件解压后超过50MB',
    },
    { name: 'entities that explode', file: 'a.xlsx', bytes: await changed(STRINGS, laughs), says: '不允许的内容' },
    {
      name: 'allowed texts, too many of them',
      file: 'a.xlsx',
      bytes: sheetOf([['条码', '名称'], ...many]),
      says: '50MB或内容过多',
    },
    { name: 'columns without end', file: 'a.xlsx', bytes: sheetOf([wide, wide]), says: '200列' },
    {
      name: 'an old workbook with too many columns',
      file: 'a.xls',
      bytes: sheetOf([wide.slice(0, 250), wide.slice(0, 250)], 'biff8'),
      says: '200列',
    },
    {
      name: 'a million columns of text',
      file: 'a.csv',
      bytes: Buffer.from(`条码,名称\n${'x,'.repeat(1_000_000)}\n`),
      says: '200列',
    },
    {
      name: 'one cell of nine megabytes',
      file: 'a.csv',
      bytes: Buffer.from(`条码,名称\nA1,${'x'.repeat(9_000_000)}\n`),
      says: 'B2单元格',
    },
  ];
});

const upload = ({ bytes, file }: Pick<Hostile, 'bytes' | 'file'>, token = app.adminToken): Promise<Reply> => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), file);
  return app.call('POST', '/biz-goods-in/import-file', { body: form, token });
};
const kept = (): string[] => {
  const folder = path.join(app.dataDir, 'imports');
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};
const megabytes = (): number => process.memoryUsage().rss / 1024 / 1024;

test('each is refused in words, and nothing of it stays', async () => {
  expect(hostile[0]?.bytes.length).toBeLessThan(160_000);
  for (const one of hostile) {
    const reply = await upload(one);
    expect([one.name, reply.status], reply.body.msg).toEqual([one.name, 422]);
    expect(reply.body.msg, one.name).toContain(one.says);
    expect(reply.text.length).toBeLessThan(1_000);
  }
  expect(kept()).toEqual([]);
});

test('the answer to a large sound file stays small', async () => {
  const rows = Array.from({ length: 20 }, () => Array.from({ length: 200 }, () => '长'.repeat(2_000)));
  const reply = await upload({
    file: 'a.xlsx',
    bytes: sheetOf([Array.from({ length: 200 }, (_, n) => `列${n}`), ...rows]),
  });
  expect(reply.status).toBe(200);
  expect(Buffer.byteLength(reply.text)).toBeLessThan(400_000);
  const { fileId } = reply.body.data as { fileId: string };
  expect(kept()).toHaveLength(1);
  // Nobody else's to throw away.
  await app.call('DELETE', `/biz-goods-in/import-file/${fileId}`, { token: tokens[0] ?? '' });
  expect(kept()).toHaveLength(1);
  expect((await app.del(`/biz-goods-in/import-file/${fileId}`, {})).status).toBe(200);
  expect(kept()).toEqual([]);
});

test('side by side: a list is answered as ever, memory stays, the rest is told to wait', { retry: 1 }, async () => {
  const limit = await limitNow(app);
  const before = megabytes();
  let most = 0;
  const times: number[] = [];
  const replies: Reply[] = [];
  let uploading = true;
  const waves = (async () => {
    while (times.length < 200) {
      const all = hostile.flatMap((one, index) =>
        [one, one].map((each, twice) => upload(each, tokens[(index + twice) % tokens.length])),
      );
      replies.push(...(await Promise.all(all)));
    }
  })().finally(() => (uploading = false));
  while (uploading) {
    times.push(await askList(app));
    most = Math.max(most, megabytes());
  }
  await waves;
  expect(p99Of(times)).toBeLessThan(limit);
  expect(most - before).toBeLessThan(700);
  for (const reply of replies) {
    expect([422, 429]).toContain(reply.status);
    if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(replies.some(({ status }) => status === 429)).toBe(true);
  expect(kept()).toEqual([]);
});
