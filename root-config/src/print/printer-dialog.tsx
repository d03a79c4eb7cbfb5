/** 打印机设置 of this machine: offset, scale, dots; with a test label to measure. */
import { useStore } from 'root-config/api';
import { Button, Dialog, FormControl, OptionSelect, TextInput } from 'root-config/ui';
import { useState } from 'react';
import { PrintLayout } from 'services/contracts/print-layout';
import { printSheets } from './print-page.ts';
import {
  DPIS,
  PRINTER_LIMITS,
  TRUE_PRINTER,
  fitOf,
  printerStore,
  savePrinter,
  type PrinterSettings,
} from './printer.ts';

type SettingTexts = Record<'offsetX' | 'offsetY' | 'scale', string>;
const asTyped = ({ offsetX, offsetY, scale }: PrinterSettings): SettingTexts => ({
  offsetX: String(offsetX),
  offsetY: String(offsetY),
  scale: String(scale),
});
const FIELDS = [
  ['offsetX', '向右偏移', '毫米', [-PRINTER_LIMITS.offset, PRINTER_LIMITS.offset]],
  ['offsetY', '向下偏移', '毫米', [-PRINTER_LIMITS.offset, PRINTER_LIMITS.offset]],
  ['scale', '缩放', '%', PRINTER_LIMITS.scale],
] as const;
const numberIn = (text: string): number => {
  const plain = text.normalize('NFKC').trim();
  return /^[+-]?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
};
const wrong = (text: string, [least, most]: readonly [number, number]): string | null => {
  const value = numberIn(text);
  return value >= least && value <= most ? null : `请输入${least}到${most}之间的数字`;
};
/** A frame 2 mm inside a 60 × 30 label: on paper its left and top edge should measure 2 mm. */
const TEST_LABEL = PrintLayout.parse({
  version: 2,
  page: { width: 60, height: 30 },
  elements: [
    { type: 'line', x: 2, y: 2, width: 56, height: 0 },
    { type: 'line', x: 2, y: 28, width: 56, height: 0 },
    { type: 'line', x: 2, y: 2, width: 0, height: 26 },
    { type: 'line', x: 58, y: 2, width: 0, height: 26 },
    { type: 'text', text: '边框距左、上边应为 2 毫米', x: 4, y: 5, width: 52, height: 4 },
    { type: 'text', text: '边框宽应为 56 毫米', x: 4, y: 10, width: 52, height: 4 },
    { type: 'barcode', x: 4, y: 16, width: 50, height: 9 },
  ],
});

export const PrinterDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const kept = useStore(printerStore);
  const [typed, setTyped] = useState(() => asTyped(kept));
  const [dpi, setDpi] = useState(kept.dpi);
  const problems = FIELDS.map(([name, , , limits]) => wrong(typed[name], limits));
  const isRight = problems.every((problem) => problem === null);
  const settings: PrinterSettings = {
    offsetX: numberIn(typed.offsetX),
    offsetY: numberIn(typed.offsetY),
    scale: numberIn(typed.scale),
    dpi,
  };
  const save = (): void => {
    savePrinter(settings);
    onClose();
  };
  const test = (): void =>
    void printSheets({ layout: TEST_LABEL, rows: [{ barcode: '202600000017' }] }, { printer: fitOf(settings) });
  const reset = (): void => {
    setTyped(asTyped(TRUE_PRINTER));
    setDpi(TRUE_PRINTER.dpi);
  };
  return (
    <Dialog
      title="打印机设置"
      width="min(420px, 100vw)"
      onClose={onClose}
      footerButtons={[
        { content: '恢复默认', onClick: reset },
        { content: '取消', onClick: onClose },
        { content: '保存', buttonType: 'primary', disabled: !isRight, onClick: save },
      ]}
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <p style={{ margin: 0, color: 'var(--fgColor-muted)' }}>只对这台电脑有效。标签打偏了，量一量再填。</p>
        {FIELDS.map(([name, label, unit], index) => (
          <FormControl key={name}>
            <FormControl.Label>{label}</FormControl.Label>
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              trailingVisual={unit}
              value={typed[name]}
              {...(problems[index] !== null && { validationStatus: 'error' })}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
            {problems[index] == null ? null : (
              <FormControl.Validation variant="error">{problems[index]}</FormControl.Validation>
            )}
          </FormControl>
        ))}
        <FormControl>
          <FormControl.Label>打印机精度</FormControl.Label>
          <OptionSelect
            label="打印机精度"
            clearable={false}
            options={DPIS.map((each) => ({ value: String(each), label: each === 0 ? '不清楚' : `${each} dpi` }))}
            value={String(dpi)}
            onChange={(next) => setDpi(Number(next))}
          />
          <FormControl.Caption>选对了，条码的线条正好落在打印点上，更好扫。</FormControl.Caption>
        </FormControl>
        <Button disabled={!isRight} onClick={test}>
          打印测试标签
        </Button>
      </div>
    </Dialog>
  );
};
