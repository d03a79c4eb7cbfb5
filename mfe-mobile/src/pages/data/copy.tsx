/** What the house keeps of the shopper, asked for when he wants it: to read here, or to take along. */
import type { DataCopy } from 'projections/shopper-card/contract';
import { useState } from 'preact/hooks';
import { shopperApi } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { copyFile } from './copy-file.ts';

const save = (copy: DataCopy): void => {
  const address = URL.createObjectURL(new Blob([copyFile(copy)], { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = '个人信息副本.html';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
type CopySection = DataCopy['parts'][number];
/** Of a record each row is one fact: its word, what stands there. */
const factsOf = (heads: readonly string[], cells: readonly string[]): readonly (readonly [string, string])[] => {
  const [word = '', value = ''] = cells;
  if (heads[0] === '项目') return [[word, value]];
  return cells.map((cell, at) => [heads[at] ?? '', cell]);
};
const PartOf = ({ part: { title, note, heads, rows } }: { readonly part: CopySection }) => (
  <details className="copy-part">
    <summary>
      {title}（{rows.length} 条）
    </summary>
    {note === '' ? null : <p className="soft">{note}</p>}
    {rows.length === 0 ? <p className="soft">没有记录</p> : null}
    <ul>
      {rows.map((cells, place) => (
        <li key={`${place} ${cells[0] ?? ''}`}>
          <dl className="facts">
            {factsOf(heads, cells).map(([word, value]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{value === '' ? '—' : value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  </details>
);
export const Copy = () => {
  const [copy, setCopy] = useState<DataCopy | null>(null);
  const [told, setTold] = useState('');
  const ask = async (): Promise<void> => {
    const answer = await shopperApi.get<DataCopy>('/wx/data-copy');
    setTold(answer.ok ? '' : answer.refusal.message);
    if (answer.ok) setCopy(answer.data);
  };
  return (
    <section className="card" aria-label="个人信息副本">
      <h2>个人信息副本</h2>
      <p className="soft">
        本店保存的您的资料、授权、购买、积分、储值、维修、礼品、操作记录和注销申请。大额现金登记依法另行保存，不在其中。
      </p>
      {told === '' ? null : (
        <p className="note bad" role="alert">
          {told}
        </p>
      )}
      {copy === null ? (
        <Button wide onPress={ask}>
          查看副本
        </Button>
      ) : (
        <>
          {copy.parts.map((part) => (
            <PartOf key={part.title} part={part} />
          ))}
          <Button look="plain" wide onPress={() => save(copy)}>
            保存为文件
          </Button>
          <p className="soft">在微信里不能保存时，请用右上角菜单在浏览器中打开本页。</p>
        </>
      )}
    </section>
  );
};
