/** Excel 示例 (S2§2.27, §2.28): a sheet is dropped or chosen and shown; transactions leave in the format one picks. */
import { toast, useCan } from 'root-config/api';
import { Button, FormControl, Radio, TextInput, count, moment } from 'root-config/ui';
import { useRef, useState, type DragEvent } from 'react';
import { FORMATS, readSheet, sheetFile, whyNot, type Format, type Sheet } from './sheet-file.ts';
import { useTransactions } from './transactions.tsx';
import './demo.css';

/** More rows are counted, not drawn. */
const SHOWN = 100;
const SheetTable = ({ sheet }: { readonly sheet: Sheet }) => (
  <>
    <p>
      共 {count(sheet.rows.length)} 行{sheet.rows.length > SHOWN ? `，显示前 ${SHOWN} 行` : ''}
    </p>
    <div className="demo-table" role="region" aria-label="表格内容" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {sheet.headings.map((heading, index) => (
              <th key={`${index} ${heading}`} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.slice(0, SHOWN).map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
);
const Upload = () => {
  const input = useRef<HTMLInputElement>(null);
  const [sheet, setSheet] = useState<Sheet>();
  const take = async (files: readonly File[]): Promise<void> => {
    const [file] = files;
    const problem = whyNot(files);
    if (problem !== null || file === undefined) {
      toast.error(problem ?? '');
      return;
    }
    try {
      setSheet(await readSheet(file));
    } catch {
      toast.error('文件不能识别，请另存为 .xlsx 后重试');
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  };
  return (
    <section className="demo-panel demo-wide" aria-label="上传表格">
      <h3>上传表格</h3>
      <div className="demo-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <p>把 Excel 文件拖到这里，或者</p>
        <Button onClick={() => input.current?.click()}>选择文件</Button>
        <input
          ref={input}
          hidden
          type="file"
          accept=".xlsx,.xls,.csv"
          aria-label="选择表格"
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            if (files.length > 0) void take(files);
          }}
        />
      </div>
      {sheet !== undefined && <SheetTable sheet={sheet} />}
    </section>
  );
};

const HEADINGS = ['单据号', '时间', '销售员', '实付金额', '状态'];
const save = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
const ExportPicker = () => {
  const { record } = useTransactions(true);
  const [name, setName] = useState('交易列表');
  const [format, setFormat] = useState<Format>('xlsx');
  const rows = (record?.items ?? []).map((item) => [
    item.order_no,
    moment(item.timestamp),
    item.username,
    String(item.price),
    item.status === 'success' ? '已审核' : '待审核',
  ]);
  const download = async (): Promise<void> =>
    save(await sheetFile({ headings: HEADINGS, rows }, format), `${name.trim() || '交易列表'}.${format}`);
  return (
    <section className="demo-panel" aria-label="导出格式">
      <h3>
        导出格式<small>最近 {count(rows.length)} 笔交易</small>
      </h3>
      <div className="demo-form">
        <FormControl>
          <FormControl.Label>文件名</FormControl.Label>
          <TextInput block value={name} onChange={(event) => setName(event.target.value)} />
        </FormControl>
        <fieldset className="demo-line">
          <legend>格式</legend>
          {FORMATS.map((each) => (
            <label key={each}>
              <Radio name="format" value={each} checked={format === each} onChange={() => setFormat(each)} /> {each}
            </label>
          ))}
        </fieldset>
        <Button disabled={rows.length === 0} onClick={() => void download()}>
          导出
        </Button>
      </div>
    </section>
  );
};
const ExcelDemo = () => {
  const sales = useCan('biz:bizSell:list');
  return (
    <section className="demo" aria-label="Excel 示例">
      <h2>Excel 示例</h2>
      <div className="demo-panels">
        <Upload />
        {sales && <ExportPicker />}
      </div>
    </section>
  );
};
export default ExcelDemo;
