/** Refused cells with their values, mended where they stand: Enter goes to the next, a scanner types like a hand. */
import { Button, TextInput } from 'root-config/ui';
import type { KeyboardEvent } from 'react';
import { cellKey, type RefusedCell } from './import-wire.ts';
import type { ImportState } from './use-import.ts';

const Cell = ({ state, cell }: { state: ImportState; cell: RefusedCell }) => {
  const mended = state.edits[cellKey(cell)]?.value;
  const changed = mended !== undefined && mended !== cell.value;
  return (
    <tr>
      <td>第 {cell.row} 行</td>
      <td>{cell.field}</td>
      <td className="import-mend">
        <TextInput
          block
          aria-label={`第${cell.row}行 ${cell.field}`}
          {...(!changed && { validationStatus: 'error' as const })}
          value={mended ?? cell.value}
          onChange={(event) => state.mend(cell, event.target.value)}
        />
      </td>
      <td className="import-why">{changed ? '已修改，待检查' : cell.message}</td>
    </tr>
  );
};

/** The next cell; after the last the check. */
const onEnter = (event: KeyboardEvent<HTMLElement>, check: () => void): void => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  const cells = [...event.currentTarget.querySelectorAll('input')];
  const next = cells[cells.indexOf(event.target) + 1];
  if (next === undefined) check();
  else next.focus();
};

export const RefusedCells = ({ state }: { state: ImportState }) => {
  const { report, checking, running } = state;
  if (report === undefined || report.problemCount === 0) return null;
  const check = (): void => void state.look();
  return (
    <section className="import-block" role="region" aria-label="有误的数据">
      <p className="import-bad" role="status">
        有 {report.problemCount} 处有误
        {report.problemCount > report.problems.length ? `，以下为前 ${report.problems.length} 处` : ''}
        ：可以直接在这里改，也可以下载错误表在Excel中改。
      </p>
      <div className="import-table import-refused" data-scanner="off" onKeyDown={(event) => onEnter(event, check)}>
        <table>
          <thead>
            <tr>
              <th>行</th>
              <th>列</th>
              <th>值</th>
              <th>原因</th>
            </tr>
          </thead>
          <tbody>
            {report.problems.map((cell, index) => (
              <Cell key={`${cellKey(cell)}/${index}`} state={state} cell={cell} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="import-tools">
        <Button onClick={check} loading={checking} disabled={running}>
          重新检查
        </Button>
        <Button onClick={() => void state.errorSheet()} disabled={running}>
          下载错误表
        </Button>
      </div>
    </section>
  );
};
