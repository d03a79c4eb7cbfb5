/** A case file's slip: what goes with the archive on paper, so that whoever receives it knows that it is this one. */
import { client } from 'root-config/api';
import { CASE_KINDS, type CaseFileRow } from 'services/log-seal/case-file/contract';
import { SEAL_PATH, SealKey } from 'services/log-seal/contract';
import { moment } from 'root-config/ui';
import { CSS, escaped, inEights } from '../log-seal/paper.ts';

const slipMarkup = (row: CaseFileRow, { fingerprint }: SealKey, qr: string): string => `<main>
<h1>卷宗凭证</h1>
<dl><dt>内容</dt><dd>${escaped(row.about)}（${CASE_KINDS[row.kind]}）</dd>
<dt>分店</dt><dd>${escaped(row.shopName)}</dd>
<dt>显示时点</dt><dd>${moment(row.at)}</dd>
<dt>制作</dt><dd>${escaped(row.by)}，${moment(row.askedAt)}</dd>
<dt>依据</dt><dd>${row.events} 个事件，日志封印第 ${row.seal} 号</dd></dl>
<img alt="卷宗二维码" src="${qr}">
<dl><dt>文件摘要</dt><dd>${inEights(row.digest)}</dd>
<dt>公钥指纹</dt><dd>${inEights(fingerprint)}</dd></dl>
<p>核对方法：在任何装有 Node 20 以上的电脑上运行 node check.mjs 卷宗.zip --fingerprint 公钥指纹，不需要联网。文件的 SHA-256 应与上面的文件摘要相同。</p>
<div class="sign"><div>交出人（签字、日期）</div><div>接收人（签字、日期）</div></div>
</main>`;

export const printSlip = async (row: CaseFileRow): Promise<void> => {
  const key = SealKey.parse(await client.get(`${SEAL_PATH}/key`));
  const { printHtml, qrPicture } = await import('root-config/print');
  await printHtml(slipMarkup(row, key, qrPicture(row.digest)), { css: CSS });
};
