/** A seal on one sheet, for an auditor: the signed text, its digest as a QR code, the key by its fingerprint. */
import { client } from 'root-config/api';
import { SEAL_PATH, SealKey, type SealRow } from 'services/log-seal/contract';

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** 64 signs in eights, to be compared by eye. */
export const inEights = (hex: string): string => hex.match(/.{1,8}/g)?.join(' ') ?? hex;
/** What the QR code holds, and `npm run verify -- --seal` takes. */
export const sealMark = ({ no, digest }: Pick<SealRow, 'no' | 'digest'>): string => `${no}:${digest}`;

export const CSS = `
main { padding: 18mm; font-size: 11pt; line-height: 1.6 }
h1 { font-size: 18pt; margin: 0 0 6mm }
pre { font: 9.5pt/1.7 monospace; border: .3mm solid #000; padding: 4mm; white-space: pre-wrap; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: 26mm 1fr; gap: 2mm; margin: 6mm 0 }
dt { font-weight: 600 } dd { margin: 0; font-family: monospace; overflow-wrap: anywhere }
img { width: 45mm; height: 45mm; display: block; margin: 4mm 0 }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 20mm; margin-top: 16mm }
.sign div { border-top: .3mm solid #000; padding-top: 2mm }`;

export const sealMarkup = (seal: SealRow, key: SealKey, qr: string): string => `<main>
<h1>事件日志封印 第 ${seal.no} 号</h1>
<p>截至下列时间，本系统的 ${seal.count} 个业务事件的摘要如下。此后任何一个事件被改动、删除、插入或对调，都与本封印不符。</p>
<pre>${escaped(seal.text)}</pre>
<img alt="封印二维码" src="${qr}">
<dl><dt>封印摘要</dt><dd>${inEights(seal.digest)}</dd>
<dt>签名</dt><dd>${escaped(seal.signature)}</dd>
<dt>公钥指纹</dt><dd>${inEights(key.fingerprint)}</dd></dl>
<p>核对方法：在服务器上，或对一份备份运行 npm run verify，并给出二维码的内容和公钥指纹。</p>
<div class="sign"><div>封存人（签字、日期）</div><div>接收人（签字、日期）</div></div>
</main>`;

/** Through the browser's own dialog, onto paper or into a PDF. */
export const printSeal = async (seal: SealRow): Promise<void> => {
  const key = SealKey.parse(await client.get(`${SEAL_PATH}/key`));
  const { printHtml, qrPicture } = await import('root-config/print');
  await printHtml(sealMarkup(seal, key, qrPicture(sealMark(seal))), { css: CSS });
};
