/** The copy as a page that opens anywhere without the house (R67). */
import type { DataCopy } from 'projections/shopper-card/contract';
import { dayText } from '../../parts/formats.ts';

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const plain = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
const row = (cells: readonly string[], tag: 'td' | 'th'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${plain(cell)}</${tag}>`).join('')}</tr>`;

export const copyFile = ({ at, parts }: Pick<DataCopy, 'at' | 'parts'>): string => {
  const tables = parts.map(({ title, note, heads, rows }) => {
    const body =
      rows.length === 0
        ? '<p>没有记录</p>'
        : `<table>${row(heads, 'th')}${rows.map((one) => row(one, 'td')).join('')}</table>`;
    return `<h2>${plain(title)}</h2>${note === '' ? '' : `<p>${plain(note)}</p>`}${body}`;
  });
  const style =
    'body{font:16px sans-serif;margin:24px}table{border-collapse:collapse}td,th{border:1px solid #999;padding:4px 8px;text-align:left}';
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>个人信息副本</title><style>${style}</style><h1>个人信息副本</h1><p>${plain(dayText(at))}</p>${tables.join('')}</html>`;
};
