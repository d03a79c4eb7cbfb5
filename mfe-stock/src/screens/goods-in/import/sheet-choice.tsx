/** Which sheet of a workbook is imported (R150): asked where several hold data; hidden ones are there by choice alone. */
import { OptionSelect, count } from 'root-config/ui';
import type { ImportState } from './use-import.ts';

export const SheetChoice = ({ state, onRead }: { state: ImportState; onRead: () => void }) => {
  const { sheets, file, reading } = state;
  if (reading || (sheets.length < 2 && file !== undefined) || sheets.length === 0) return null;
  const options = sheets.map(({ name, rows, hidden }) => ({
    value: name,
    label: `${name}（${count(rows)} 行${hidden ? '，隐藏的工作表' : ''}）`,
  }));
  const take = async (sheet: string | undefined): Promise<void> => {
    if (sheet !== undefined && sheet !== file?.sheet && (await state.chooseSheet(sheet))) onRead();
  };
  return (
    <div className="import-block">
      <span className="import-label">工作表</span>
      <OptionSelect
        label="工作表"
        placeholder="请选择要导入的工作表"
        options={options}
        value={file?.sheet}
        onChange={(sheet) => void take(sheet)}
      />
    </div>
  );
};
