/** 批量入库: one header, many rows; copy, paste from Excel, save, print what was created (S0§2, §4, §5). */
import { useCan } from 'root-config/api';
import { Button, EmptyState, LineGrid, TextInput, confirm, count, money, weight } from 'root-config/ui';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { LabelDialog } from '../../labels/labels.tsx';
import { batchColumns, shownColumns } from './batch-columns.ts';
import { BatchHeader } from './batch-header.tsx';
import { newBatchLine, totalsOf, whyNoRow, type BatchLine } from './batch-lines.ts';
import { ColumnChooser, useChosenColumns } from './column-chooser.tsx';
import { useBatch, type BatchState } from './use-batch.ts';
import './batch-entry.css';

const CopyFirst = ({ batch }: { readonly batch: BatchState }) => {
  const [typed, setTyped] = useState('1');
  const copy = (): void => batch.copyFirst(Number(typed.normalize('NFKC').trim()));
  return (
    <span className="batch-copy">
      <Button onClick={copy}>复制首行</Button>
      <TextInput
        aria-label="复制的行数"
        className="ui-number"
        inputMode="numeric"
        autoComplete="off"
        trailingVisual="行"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) copy();
        }}
      />
    </span>
  );
};

const Totals = ({ lines }: { readonly lines: readonly BatchLine[] }) => {
  const { rows, num, goldWeight, sellPrice } = totalsOf(lines);
  return (
    <p className="batch-totals" role="status">
      共 {count(rows)} 行 {count(num)} 件，金重 {weight(goldWeight)}，标价 {money(sellPrice)}
      <span className="batch-keys">Insert 新增一行，Ctrl+Enter 保存，可从Excel粘贴</span>
    </p>
  );
};

const Batch = () => {
  const batch = useBatch();
  const { head, model, saving } = batch;
  const columns = useMemo(() => batchColumns(), []);
  const { fields, choose } = useChosenColumns(head.type);
  const shown = useMemo(() => shownColumns(columns, fields), [columns, fields]);
  // The keyboard begins where typing begins: in the first cell, or at what the header still asks for.
  useEffect(() => {
    if (model.length > 0) model.reveal(0, '');
    else document.querySelector<HTMLElement>('.batch-header [data-picker="empty"], .batch-header input')?.focus();
  }, [model]);
  const clear = async (): Promise<void> => {
    if (await confirm({ title: '清空', text: `确定清空这 ${model.length} 行吗？`, ok: '清空' })) model.clear();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!saving) void batch.save();
    }
    if (event.key === 'Insert') {
      event.preventDefault();
      batch.addRow();
    }
  };
  return (
    <section className="batch" aria-label="批量入库" onKeyDown={onKeyDown}>
      <h2 className="ui-list-title">批量入库</h2>
      <BatchHeader batch={batch} />
      <div className="batch-tools">
        <Button onClick={batch.addRow}>新增一行</Button>
        <CopyFirst batch={batch} />
        <Button variant="danger" disabled={model.length === 0 || saving} onClick={() => void clear()}>
          清空
        </Button>
        <span className="batch-gap" />
        <ColumnChooser category={head.type} columns={columns} fields={fields} onChoose={choose} />
        <Button variant="primary" loading={saving} onClick={() => void batch.save()}>
          保存
        </Button>
      </div>
      {batch.waiting === null ? null : <p role="status">{batch.waiting}</p>}
      <LineGrid<BatchLine>
        label="首饰明细"
        columns={shown}
        model={model}
        height="calc(100vh - 356px)"
        readOnly={saving}
        {...(whyNoRow(head) === undefined && { newLine: newBatchLine })}
        empty="先选分店、类别和标签模板，再新增一行，或从Excel复制后在这里粘贴"
      />
      <Totals lines={model.lines} />
      {batch.created.length > 0 ? <LabelDialog labels={batch.created} onClose={batch.printed} /> : null}
    </section>
  );
};

const BatchScreen = () =>
  useCan('biz:bizGoodsIn:batch') ? (
    <Batch />
  ) : (
    <EmptyState title="没有权限" text="需要“批量入库”的权限，请联系管理员。" />
  );
export default BatchScreen;
