/** 卷宗.html: the facts on A4, in one file that needs nothing else. */
import type { Table } from './facts.ts';

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);

const CSS = `
@page { size: A4; margin: 14mm }
body { font: 10pt/1.5 "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; margin: 0 auto; max-width: 190mm; padding: 4mm; color: #000 }
h1 { font-size: 17pt; margin: 0 0 2mm } h2 { font-size: 12pt; margin: 6mm 0 2mm; break-after: avoid }
dl { display: grid; grid-template-columns: repeat(2, 26mm 1fr); gap: 1mm 3mm; margin: 0 } dt { color: #444 } dd { margin: 0; overflow-wrap: anywhere }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: 8pt } thead { display: table-header-group }
th, td { border: .2mm solid #777; padding: .6mm 1.2mm; text-align: left; vertical-align: top; overflow-wrap: anywhere } th { background: #eee; white-space: nowrap }
tr { break-inside: avoid } code { font: 8.5pt monospace; overflow-wrap: anywhere } img { max-width: 60mm; max-height: 60mm; margin: 0 3mm 3mm 0 }
.note { border: .3mm solid #000; padding: 3mm; margin-top: 6mm; font-size: 9pt } @media (max-width: 600px) { dl { grid-template-columns: 26mm 1fr } }`;

const cells = (row: readonly string[], tag: 'td' | 'th'): string =>
  `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
const pairsHtml = (pairs: readonly (readonly [string, string])[]): string =>
  `<dl>${pairs.map(([title, value]) => `<dt>${escaped(title)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`;
/** A sheet of A4 has room for so many; rows of more are told one below the other. */
const MOST_COLUMNS = 14;
const rowHtml = (columns: readonly string[], row: readonly string[]): string =>
  pairsHtml(columns.flatMap((title, index) => (row[index] ? [[title, row[index]] as const] : [])));
const tableHtml = (table: Table): string => {
  const title = `<h2>${escaped(table.title)}</h2>`;
  if ('pairs' in table) return `${title}${pairsHtml(table.pairs)}`;
  if (table.rows.length === 0) return '';
  if (table.columns.length > MOST_COLUMNS)
    return `${title}${table.rows.map((row) => rowHtml(table.columns, row)).join('<hr>')}`;
  const body = table.rows.map((row) => cells(row, 'td')).join('\n');
  return `${title}<div class="wide"><table><thead>${cells(table.columns, 'th')}</thead><tbody>${body}</tbody></table></div>`;
};

export type Picture = { readonly digest: string; readonly bytes: Buffer };
const pictureHtml = ({ digest, bytes }: Picture): string =>
  `<img alt="图片 ${digest}" src="data:image/webp;base64,${bytes.toString('base64')}">`;

type Page = {
  readonly title: string;
  /** Who made it, when, of which moment, by which key. */
  readonly head: readonly (readonly [string, string])[];
  readonly tables: readonly Table[];
  readonly pictures: readonly Picture[];
  /** What is not in it, and why. */
  readonly notes: readonly string[];
};
const HOW = `核对方法：取得公钥指纹（日志封印或卷宗的纸质凭证上），在任何装有 Node 20 以上的电脑上运行
node check.mjs 卷宗.zip --fingerprint 指纹。check.mjs 由 npm run verify -- --write-case-check check.mjs 写出，不需要联网，也不需要本系统。`;

export const caseHtml = ({ title, head, tables, pictures, notes }: Page): string => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} 卷宗</title><style>${CSS}</style></head><body>
<h1>卷宗　${escaped(title)}</h1>
${pairsHtml(head)}
${tables.map(tableHtml).join('\n')}
${pictures.length === 0 ? '' : `<h2>图片</h2>${pictures.map(pictureHtml).join('')}`}
<div class="note">${[...notes, HOW].map((note) => `<p>${escaped(note)}</p>`).join('')}</div>
</body></html>
`;
