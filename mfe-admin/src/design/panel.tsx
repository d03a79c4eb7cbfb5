/** The right side: the page, one element, or several; always the numbers in millimetres. */
import { Button, IconButton } from 'root-config/ui';
import { labelProblems } from 'root-config/print';
import type { Dispatch } from 'react';
import { LAYOUT_LIMITS } from 'services/contracts/print-layout';
import { ElementPanel } from './element-panel.tsx';
import { TYPE_NAMES, nameOf } from './elements.ts';
import type { Alignment } from './geometry.ts';
import { ALIGN_ICONS } from './icons.tsx';
import { ChoiceField, NumberField } from './inputs.tsx';
import { layoutOf, selectedItems, type Design, type ElementPatch, type Item, type DesignStep } from './model.ts';
import type { View } from './view.ts';

const [PAGE_LEAST, PAGE_MOST] = LAYOUT_LIMITS.pageMm;
const SHOWN = [
  { value: 'filled', label: '有内容时显示' },
  { value: 'always', label: '总是显示' },
  { value: 'never', label: '不显示' },
] as const;
const SHEETS = [
  { value: 'every', label: '每一页' },
  { value: 'first', label: '只在第一页' },
  { value: 'last', label: '只在最后一页' },
] as const;
const PAPERS = [
  { value: '', label: '常用尺寸' },
  { value: '60x30', label: '标签 60 × 30' },
  { value: '50x30', label: '标签 50 × 30' },
  { value: '40x30', label: '标签 40 × 30' },
  { value: '72x24', label: '标签 72 × 24' },
  { value: '210x297', label: 'A4 竖' },
  { value: '297x210', label: 'A4 横' },
  { value: '210x148', label: 'A5 横' },
  { value: '241x140', label: '三联纸 241 × 140' },
] as const;

type Props = { readonly design: Design; readonly step: Dispatch<DesignStep>; readonly view: View };
const PagePanel = ({ design, step }: Props) => {
  const { page } = design.drawing;
  return (
    <section aria-label="纸张">
      <h3>纸张</h3>
      <div className="dz-grid">
        <NumberField
          label="宽"
          unit="mm"
          min={PAGE_LEAST}
          max={PAGE_MOST}
          by={1}
          value={page.width}
          onChange={(width) => step({ type: 'page', page: { ...page, width } })}
        />
        <NumberField
          label="高"
          unit="mm"
          min={PAGE_LEAST}
          max={PAGE_MOST}
          by={1}
          value={page.height}
          onChange={(height) => step({ type: 'page', page: { ...page, height } })}
        />
        <ChoiceField
          label="换成"
          wide
          value=""
          choices={PAPERS}
          onChange={(size) => {
            const [width = 0, height = 0] = size.split('x').map(Number);
            if (height > 0) step({ type: 'page', page: { width, height } });
          }}
        />
      </div>
    </section>
  );
};
const ItemPanel = ({ item: { element }, design, step, view }: Props & { readonly item: Item }) => {
  const change = (patch: ElementPatch): void => step({ type: 'change', patch, tag: Object.keys(patch).join() });
  const length = (name: 'x' | 'y' | 'width' | 'height', label: string) => (
    <NumberField
      label={label}
      unit="mm"
      min={name === 'x' || name === 'y' ? -PAGE_MOST : element.type === 'line' ? 0 : 1}
      max={PAGE_MOST}
      value={element[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <section key={design.selected.join()} aria-label="元素属性">
      <h3>{TYPE_NAMES[element.type]}</h3>
      <div className="dz-grid">
        {length('x', '左')}
        {length('y', '上')}
        {length('width', '宽')}
        {length('height', '高')}
        <NumberField
          label="旋转"
          unit="°"
          min={0}
          max={359}
          by={1}
          whole
          value={element.rotation}
          onChange={(rotation) => change({ rotation })}
        />
        <ChoiceField label="显示" value={element.show} choices={SHOWN} onChange={(show) => change({ show })} />
        {view.kind === 'label' ? null : (
          <ChoiceField
            label="出现在"
            wide
            value={element.sheets}
            choices={SHEETS}
            onChange={(sheets) => change({ sheets })}
          />
        )}
        <ElementPanel element={element} kind={view.kind} change={change} />
      </div>
    </section>
  );
};
const ALIGNMENTS: readonly (readonly [Alignment, string])[] = [
  ['left', '左对齐'],
  ['center', '水平居中'],
  ['right', '右对齐'],
  ['top', '上对齐'],
  ['middle', '垂直居中'],
  ['bottom', '下对齐'],
];
const Arrange = ({ design, step }: Props) => (
  <section aria-label="排列">
    <h3>{design.selected.length > 1 ? `排列（${design.selected.length}个）` : '排列'}</h3>
    <div className="dz-icons">
      {ALIGNMENTS.map(([to, label]) => (
        <IconButton
          key={to}
          size="small"
          variant="invisible"
          icon={ALIGN_ICONS[to]}
          aria-label={label}
          onClick={() => step({ type: 'align', to })}
        />
      ))}
    </div>
    <div className="dz-buttons">
      <Button size="small" onClick={() => step({ type: 'layer', to: 'front' })}>
        置顶
      </Button>
      <Button size="small" onClick={() => step({ type: 'layer', to: 'forward' })}>
        上移
      </Button>
      <Button size="small" onClick={() => step({ type: 'layer', to: 'backward' })}>
        下移
      </Button>
      <Button size="small" onClick={() => step({ type: 'layer', to: 'back' })}>
        置底
      </Button>
      <Button size="small" variant="danger" onClick={() => step({ type: 'remove' })}>
        删除
      </Button>
    </div>
  </section>
);
/** What the law and a scanner want of a label; a problem with a place leads there. */
const Rules = ({ design, step, view }: Props) => {
  if (view.kind !== 'label') return null;
  const problems = labelProblems(layoutOf(design.drawing), view.data);
  const { items } = design.drawing;
  return (
    <section aria-label="标签检查">
      <h3>标签检查{problems.length === 0 ? '' : `（${problems.length}）`}</h3>
      {problems.length === 0 ? <p className="dz-note">名称、重量、成色齐全，条码可扫。</p> : null}
      <ul className="dz-rules">
        {problems.map(({ code, level, message, element }) => {
          const item = element === null ? undefined : items[element];
          return (
            <li key={`${code}-${element}`} className={`dz-${level}`}>
              {item === undefined ? (
                message
              ) : (
                <button type="button" className="ui-link" onClick={() => step({ type: 'select', ids: [item.id] })}>
                  {nameOf(item.element, view.kind)}：{message}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

export const Panel = (props: Props) => {
  const picked = selectedItems(props.design);
  const [only] = picked.length === 1 ? picked : [];
  return (
    <aside className="dz-panel" aria-label="属性">
      {only === undefined ? null : <ItemPanel key={only.id} {...props} item={only} />}
      {picked.length === 0 ? <PagePanel {...props} /> : <Arrange {...props} />}
      <Rules {...props} />
    </aside>
  );
};
