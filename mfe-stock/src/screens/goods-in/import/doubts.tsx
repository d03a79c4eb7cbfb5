/** What is hardly right needs a look and a yes; what the file gives against a formula is said. */
import { Checkbox, FormControl, count, money } from 'root-config/ui';
import type { CellRemark } from './import-wire.ts';
import type { ImportState } from './use-import.ts';

const Rows = ({ said }: { said: readonly CellRemark[] }) => (
  <ul className="import-said">
    {said.map(({ row, field, message }, index) => (
      <li key={index}>
        第 {row} 行 {field}：{message}
      </li>
    ))}
  </ul>
);

export const Doubts = ({ state }: { state: ImportState }) => {
  const { report, consented, setConsented } = state;
  if (report === undefined || report.doubtCount === 0) return null;
  const { doubts, doubtCount } = report;
  return (
    <section className="import-block import-doubts" role="region" aria-label="不合常理的数据">
      <p className="import-note">
        有 {count(doubtCount)} 处不合常理，请核对{doubtCount > doubts.length ? `（以下为前 ${doubts.length} 处）` : ''}
        ：
      </p>
      <Rows said={doubts} />
      <FormControl>
        <Checkbox
          checked={consented >= doubtCount}
          onChange={() => setConsented(consented >= doubtCount ? 0 : doubtCount)}
        />
        <FormControl.Label>已核对以上 {count(doubtCount)} 处，仍然导入</FormControl.Label>
      </FormControl>
    </section>
  );
};

/** 「3 件按文件中的成本入库，与公式相差合计 +¥25,000.00」 */
export const keptWords = (kept: {
  readonly keptCosts: number;
  readonly keptWeights: number;
  readonly costDifference: number;
}): string[] => [
  ...(kept.keptCosts === 0
    ? []
    : [
        `${count(kept.keptCosts)} 件按文件中的成本入库，与公式相差合计 ${kept.costDifference > 0 ? '+' : ''}${money(kept.costDifference)}`,
      ]),
  ...(kept.keptWeights === 0 ? [] : [`${count(kept.keptWeights)} 件按文件中的总重入库，与金重和石料计算的不同`]),
];

export const Differences = ({ state }: { state: ImportState }) => {
  const { report } = state;
  if (report === undefined || report.differenceCount === 0) return null;
  return (
    <details className="import-block">
      <summary>{keptWords(report).join('；')}</summary>
      <Rows said={report.differences} />
    </details>
  );
};
