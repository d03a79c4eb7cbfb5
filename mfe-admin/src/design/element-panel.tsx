/** What is special to each kind of element. */
import { Textarea } from 'root-config/ui';
import { useId, useRef } from 'react';
import { LAYOUT_LIMITS, type ElementOf } from 'services/contracts/print-layout';
import { paperOf, titleOf } from './fields.ts';
import { ImageFields } from './image-fields.tsx';
import {
  ALIGNS,
  ChoiceField,
  choicesOf,
  Field,
  markedBy,
  NumberField,
  TextField,
  Toggle,
  useWithin,
} from './inputs.tsx';
import type { PanelProps } from './panel-props.ts';
import { TablePanel } from './table-panel.tsx';

const FITS = [
  { value: 'shrink', label: '压窄放下' },
  { value: 'wrap', label: '换行' },
  { value: 'clip', label: '裁掉' },
] as const;
const FORMATS = [
  { value: 'auto', label: '自动' },
  { value: 'text', label: '原样' },
  { value: 'weight', label: '重量' },
  { value: 'carat', label: '克拉' },
  { value: 'money', label: '金额' },
  { value: 'count', label: '数量' },
  { value: 'percent', label: '百分比' },
  { value: 'day', label: '日期' },
  { value: 'moment', label: '时间' },
] as const;
const DECIMALS = [
  { value: '', label: '自动' },
  ...['0', '1', '2', '3', '4'].map((value) => ({ value, label: `${value} 位` })),
];
const decimalsOf = (value: string): number | null => (value === '' ? null : Number(value));

const fieldChoices = (kind: string, now: string) =>
  choicesOf(
    paperOf(kind).groups.flatMap(({ fields }) => fields),
    { field: now, title: titleOf(kind, now) ?? now },
  );

const FontFields = ({ element, change }: PanelProps<ElementOf<'text'> | ElementOf<'field'>>) => {
  const [least, most] = LAYOUT_LIMITS.fontPt;
  return (
    <>
      <NumberField
        label="字号"
        unit="磅"
        min={least}
        max={most}
        by={0.5}
        value={element.fontSize}
        onChange={(fontSize) => change({ fontSize })}
      />
      <ChoiceField label="对齐" value={element.align} choices={ALIGNS} onChange={(align) => change({ align })} />
      <ChoiceField label="放不下时" value={element.fit} choices={FITS} onChange={(fit) => change({ fit })} />
      <Toggle
        label="加粗"
        on={element.weight === 'bold'}
        onChange={(bold) => change({ weight: bold ? 'bold' : 'normal' })}
      />
    </>
  );
};
/** Words with {{field}}; a field is put where the cursor stands. */
const WordsField = ({
  label,
  element,
  kind,
  change,
}: PanelProps<ElementOf<'text'> | ElementOf<'qr'>> & { readonly label: string }) => {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, problem, take } = useWithin(element.text, LAYOUT_LIMITS.text, (next) => change({ text: next }));
  const insert = (field: string): void => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    take(`${text.slice(0, selectionStart)}{{${field}}}${text.slice(selectionEnd)}`);
  };
  return (
    <>
      <Field id={id} label={label} wide problem={problem}>
        <Textarea
          id={id}
          ref={area}
          block
          rows={2}
          resize="vertical"
          value={text}
          {...markedBy(problem, id)}
          onChange={({ target }) => take(target.value)}
        />
      </Field>
      <ChoiceField
        label="插入字段"
        wide
        value=""
        choices={[{ value: '', label: '选择后插入到文字里' }, ...fieldChoices(kind, 'name')]}
        onChange={(field) => field !== '' && insert(field)}
      />
    </>
  );
};
const FieldFields = ({ element, kind, change }: PanelProps<ElementOf<'field'>>) => (
  <>
    <ChoiceField
      label="字段"
      wide
      value={element.field}
      choices={fieldChoices(kind, element.field)}
      onChange={(field) => change({ field })}
    />
    <TextField label="前缀" maxLength={30} value={element.prefix} onChange={(prefix) => change({ prefix })} />
    <TextField
      label="单位"
      maxLength={8}
      value={element.unit ?? ''}
      placeholder={element.unit === null ? '自动' : '无'}
      onChange={(unit) => change({ unit: unit === '' ? null : unit })}
    />
    <ChoiceField label="写法" value={element.format} choices={FORMATS} onChange={(format) => change({ format })} />
    <ChoiceField
      label="小数"
      value={element.decimals === null ? '' : String(element.decimals)}
      choices={DECIMALS}
      onChange={(value) => change({ decimals: decimalsOf(value) })}
    />
  </>
);
const LEVELS = [
  { value: 'L', label: '低' },
  { value: 'M', label: '中' },
  { value: 'Q', label: '较高' },
  { value: 'H', label: '高' },
] as const;
export const ElementPanel = ({ element, kind, change }: PanelProps) => {
  switch (element.type) {
    case 'text':
      return (
        <>
          <WordsField label="文字" element={element} kind={kind} change={change} />
          <FontFields element={element} kind={kind} change={change} />
        </>
      );
    case 'field':
      return (
        <>
          <FieldFields element={element} kind={kind} change={change} />
          <FontFields element={element} kind={kind} change={change} />
        </>
      );
    case 'barcode':
      return (
        <>
          <ChoiceField
            label="字段"
            wide
            value={element.field}
            choices={fieldChoices(kind, element.field)}
            onChange={(field) => change({ field })}
          />
          <Toggle label="显示号码" on={element.showText} onChange={(showText) => change({ showText })} />
        </>
      );
    case 'qr':
      return (
        <>
          <WordsField label="内容" element={element} kind={kind} change={change} />
          <ChoiceField label="容错" value={element.level} choices={LEVELS} onChange={(level) => change({ level })} />
        </>
      );
    case 'image':
      return <ImageFields element={element} kind={kind} change={change} />;
    case 'line':
      return (
        <>
          <NumberField
            label="粗细"
            unit="mm"
            min={LAYOUT_LIMITS.lineMm[0]}
            max={LAYOUT_LIMITS.lineMm[1]}
            by={0.05}
            value={element.thickness}
            onChange={(thickness) => change({ thickness })}
          />
          <Toggle label="虚线" on={element.dashed} onChange={(dashed) => change({ dashed })} />
        </>
      );
    case 'table':
      return <TablePanel element={element} kind={kind} change={change} />;
  }
};
