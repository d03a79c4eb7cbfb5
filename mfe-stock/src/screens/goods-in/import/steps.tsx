/** The three steps of the import: 选择文件, 匹配列, 预览并导入. */
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { Button, OptionSelect, Spinner, count } from 'root-config/ui';
import { titleWithUnit, unitInTitle } from 'services/contracts/field-units';
import { IMPORT_FIELDS } from 'services/goods/import/contract';
import { rematch } from './columns.ts';
import { Differences, Doubts } from './doubts.tsx';
import { ImportHead } from './import-head.tsx';
import { RefusedCells } from './refused-cells.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { UnitQuestions } from './unit-questions.tsx';
import type { ImportState } from './use-import.ts';
import './wizard.css';

const TARGETS = IMPORT_FIELDS.map(({ wire, label, kind }) => ({
  value: wire,
  label: titleWithUnit(label, unitInTitle(wire, kind)),
}));

export const ChooseFile = ({ state, onRead }: { state: ImportState; onRead: () => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { file, reading } = state;
  const take = async (files: FileList | null): Promise<void> => {
    if (files === null || files.length === 0) return;
    if (await state.choose([...files])) onRead();
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files);
  };
  return (
    <>
      <ImportHead state={state} />
      <SheetChoice state={state} onRead={onRead} />
      <div
        className={over ? 'import-drop import-over' : 'import-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {reading ? (
          <Spinner srText="正在读取文件…" />
        ) : (
          <>
            <p>{file === undefined ? '把文件拖到这里，或' : `已选择 ${file.name}，共 ${count(file.count)} 行`}</p>
            <Button onClick={() => input.current?.click()}>{file === undefined ? '选择文件' : '换一个文件'}</Button>
            <p className="import-note">支持 .xlsx、.xls、.csv，10MB 以内，表头上面可以有标题</p>
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.xls,.csv"
          aria-label="选择文件"
          onChange={(event) => {
            const { target } = event;
            void take(target.files).finally(() => (target.value = ''));
          }}
        />
      </div>
    </>
  );
};

/** Where the table was found in the file, and what is left out of it. */
const TablePlace = ({ state }: { state: ImportState }) => {
  const { file, mapping, fromSupplier } = state;
  if (file === undefined) return null;
  const left = file.headers.filter((header) => (mapping[header] ?? '') === '');
  return (
    <>
      <p className="import-note">
        表头在第 {file.headerRow} 行
        {file.totalRows.length === 0 ? '' : `；第 ${file.totalRows.join('、')} 行是合计，不导入`}
        {file.headingRows.length === 0 ? '' : `；第 ${file.headingRows.join('、')} 行又是表头，不导入`}
        {fromSupplier ? '；已按该供应商上次的匹配填好' : ''}
      </p>
      {file.sheet === '' || file.sheets.length < 2 ? null : (
        <p className="import-note">
          读取工作表“{file.sheet}”，没有读取：
          {file.sheets
            .filter(({ name }) => name !== file.sheet)
            .map(({ name, hidden }) => `${name}${hidden ? '（隐藏）' : ''}`)
            .join('、')}
        </p>
      )}
      {file.note === '' ? null : <p className="import-left">{file.note}</p>}
      {left.length === 0 ? null : <p className="import-left">不导入的列：{left.join('、')}</p>}
    </>
  );
};

export const MatchColumns = ({ state }: { state: ImportState }) => {
  const { file, mapping, setMapping } = state;
  if (file === undefined) return <p>请先导入Excel文件数据！</p>;
  const matched = Object.keys(mapping).length;
  return (
    <>
      <p className="import-note" role="status">
        共 {file.headers.length} 列，已匹配 {matched} 列；没有匹配的列不导入。没有名称的行按“成色 + 主石 + 款式”取名。
      </p>
      <TablePlace state={state} />
      <div className="import-table">
        <table>
          <thead>
            <tr>
              <th>文件中的列</th>
              <th>示例</th>
              <th>导入到</th>
            </tr>
          </thead>
          <tbody>
            {file.headers.map((header) => (
              <tr key={header}>
                <td>{header}</td>
                <td className="import-sample">
                  {file.sample
                    .map((row) => row[header] ?? '')
                    .filter((value) => value !== '')
                    .slice(0, 3)
                    .join('、')}
                </td>
                <td>
                  <OptionSelect
                    label={`“${header}”导入到`}
                    placeholder="不导入"
                    options={TARGETS}
                    value={mapping[header]}
                    onChange={(next) => setMapping(rematch(mapping, header, next ?? ''))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

/** Only mapped columns, under the names they will have, with the values as they were read. */
const ReadRows = ({ state }: { state: ImportState }) => {
  const { file, mapping, report } = state;
  const columns = (file?.headers ?? []).flatMap((header) => {
    const field = IMPORT_FIELDS.find(({ wire }) => wire === mapping[header]);
    return field === undefined ? [] : [{ header, label: field.label, wire: field.wire }];
  });
  const rows =
    report === undefined
      ? (file?.sample ?? []).map((row) => columns.map(({ header }) => String(row[header] ?? '')))
      : report.read.map(({ values }) => columns.map(({ wire }) => values[wire] ?? ''));
  return (
    <div className="import-table">
      <table>
        <thead>
          <tr>
            {columns.map(({ header, label }) => (
              <th key={header}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr key={index}>
              {cells.map((cell, column) => (
                <td key={columns[column]?.header}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

export const Preview = ({ state }: { state: ImportState }) => {
  const { file, mapping, report, checking } = state;
  const looked = useRef(false);
  useEffect(() => {
    // Once: what changes later is looked at when somebody asks, or imports.
    if (looked.current || state.report !== undefined) return;
    looked.current = true;
    void state.look();
  }, [state]);
  if (file === undefined) return <p>请先导入Excel文件数据！</p>;
  if (Object.values(mapping).every((wire) => wire === '')) return <p>还没有匹配任何列，请回到上一步。</p>;
  return (
    <>
      <p className="import-note" role="status">
        {checking
          ? `正在检查 ${count(file.count)} 行…`
          : `前 ${file.sample.length} 行预览，共 ${count(file.count)} 行${report === undefined ? '' : '，按读到的值显示'}`}
      </p>
      <TablePlace state={state} />
      <UnitQuestions state={state} />
      <RefusedCells state={state} />
      <Doubts state={state} />
      <Differences state={state} />
      <ReadRows state={state} />
    </>
  );
};
