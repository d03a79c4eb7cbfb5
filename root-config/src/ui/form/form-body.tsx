import { can, toast } from 'root-config/api';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { isEditable } from '../grid/cells.ts';
import { LineGrid } from '../grid/line-grid.tsx';
import { ScanBox } from '../grid/scan-box.tsx';
import { KeyCap } from '../pieces/key-cap.tsx';
import { Tabs } from '../pieces/tabs.tsx';
import { LabelledField } from './labelled-field.tsx';
import type { LineModel } from '../grid/line-model.ts';
import type { FormState } from './use-form.ts';
import type { Field, LinesSection, Problem, Section } from './types.ts';

export const FIELDS =
  'input:not([disabled]):not([type=hidden]):not([type=file]), select:not([disabled]), textarea:not([disabled]), button.ui-picker:not([disabled])';
/** Enter goes to the next field; in a chosen list too, while an empty one opens. */
export const moveOn = (event: KeyboardEvent<HTMLElement>): void => {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing || event.keyCode === 229)
    return;
  if (!(target instanceof HTMLElement) || target instanceof HTMLTextAreaElement || target.closest('.ui-grid') !== null)
    return;
  if (target instanceof HTMLButtonElement && target.dataset['picker'] !== 'chosen') return;
  if (!currentTarget.contains(target)) return;
  event.preventDefault();
  const whole = currentTarget.closest('[role="dialog"]') ?? currentTarget;
  const fields = [...whole.querySelectorAll<HTMLElement>(FIELDS)].filter((field) => field.offsetParent !== null);
  fields[fields.indexOf(target) + 1]?.focus();
};

type Line = Record<string, unknown>;
/** One more line, whose first cell has the keyboard; where the last one lacks something, that cell has it. */
const addLine = <V extends object>(
  { newLine, mayAdd, columns }: LinesSection<V, Line>,
  model: LineModel<Line>,
): void => {
  if (newLine === undefined) return;
  const lacks = mayAdd?.(model.lines.at(-1)) ?? null;
  if (lacks === null) {
    const line = newLine();
    model.append([line], true);
    const first = columns.find((column) => column.hidden !== true && isEditable(column, line, false));
    return model.reveal(model.length - 1, first?.field ?? '');
  }
  toast.warning(lacks.message);
  model.reveal(model.length - 1, lacks.field);
};

type LinesProps<V extends object> = {
  readonly part: LinesSection<V, Line>;
  readonly form: FormState<V>;
  readonly remember: string;
};
const Lines = <V extends object>({ part, form, remember }: LinesProps<V>) => {
  const model = form.lines<Line>(part.name);
  const readOnly = form.mode === 'view';
  const prefix = `${part.name}.`;
  const errors = Object.fromEntries(
    form.problems
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ path, message }) => [path.slice(prefix.length), message]),
  );
  const own = form.problemOf(part.name);
  const { newLine, scan } = part;
  const adds = newLine !== undefined && !readOnly;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Insert' || !adds) return;
    event.preventDefault();
    addLine(part, model);
  };
  return (
    <div className="ui-lines" data-field={part.name} tabIndex={-1} onKeyDown={onKeyDown}>
      {readOnly ? null : (
        <div className="ui-lines-bar">
          {scan === undefined ? null : (
            <ScanBox
              {...(scan.label === undefined ? {} : { label: scan.label })}
              onScan={(code) => scan.onScan(code, form, model)}
            />
          )}
          {part.toolbar?.(form, model)}
          {adds ? (
            <button type="button" className="ui-link" onClick={() => addLine(part, model)}>
              新增一行
              <KeyCap name="Insert" />
            </button>
          ) : null}
        </div>
      )}
      {own === undefined ? null : <p className="ui-problem">{own}</p>}
      <LineGrid
        label="明细"
        columns={part.columns}
        model={model}
        readOnly={readOnly}
        fit={readOnly}
        remember={`${remember}:${part.name}`}
        errors={errors}
        {...(part.height === undefined ? {} : { height: part.height })}
        {...(newLine === undefined ? {} : { newLine })}
        {...(part.removable === undefined ? {} : { removable: part.removable })}
        empty={readOnly ? '没有明细' : (part.empty ?? emptyWords(scan))}
      />
    </div>
  );
};

const emptyWords = (scan: { readonly label?: string } | undefined): string =>
  scan === undefined ? '还没有明细' : `还没有明细，扫码或输入${scan.label ?? '条码'}添加`;

/** The fields of a section that stand there for this user and these values. */
const fieldsShown = <V extends object>({ fields = [] }: Section<V>, { values }: FormState<V>): readonly Field<V>[] =>
  fields.filter(({ allow, hidden }) => (allow === undefined || can(allow)) && hidden?.(values) !== true);

type FoldedProps = { readonly title: string | undefined; readonly words: ReactNode; readonly onUnfold: () => void };
/** A section as one line of words. */
const FoldedSection = ({ title = '表头', words, onUnfold }: FoldedProps) => (
  <section className="ui-section ui-folded">
    <span className="ui-folded-words">{words}</span>
    <button type="button" className="ui-link" aria-expanded={false} onClick={onUnfold}>
      展开{title}
    </button>
  </section>
);

const SectionView = <V extends object>({
  section,
  form,
  sections,
  remember,
}: Pick<BodyProps<V>, 'form' | 'sections' | 'remember'> & { section: Section<V> }) => {
  const [opened, setOpened] = useState(false);
  const fields = fieldsShown(section, form);
  const words = section.fold?.(form) ?? null;
  const wrong = fields.some(({ name }) => form.problemOf(name) !== undefined);
  if (words !== null && !opened && !wrong) {
    return <FoldedSection title={section.title} words={words} onUnfold={() => setOpened(true)} />;
  }
  return (
    <section className="ui-section" style={{ minHeight: section.least }}>
      {section.title === undefined ? null : <h3>{section.title}</h3>}
      {words === null || wrong ? null : (
        <button type="button" className="ui-link ui-fold" aria-expanded onClick={() => setOpened(false)}>
          收起{section.title ?? '表头'}
        </button>
      )}
      {fields.length === 0 ? null : (
        <div className={`ui-fields ui-fields-${section.columns ?? 3}`}>
          {fields.map((field) => (
            <LabelledField key={field.name} field={field} form={form} sections={sections} />
          ))}
        </div>
      )}
      {section.lines === undefined ? null : <Lines part={section.lines} form={form} remember={remember} />}
      {section.render?.(form)}
    </section>
  );
};

type BodyProps<V extends object> = {
  readonly sections: readonly Section<V>[];
  readonly form: FormState<V>;
  readonly tab: string | undefined;
  readonly onTab: (tab: string) => void;
  /** What the widths of its lines' columns are kept under. */
  readonly remember: string;
};
/** What stands under tabs is as high as the highest that was open: the dialog does not jump from one to the next. */
const TabPlace = ({ tabs, children }: { readonly tabs: number; readonly children: ReactNode }) => {
  const [least, setLeast] = useState(0);
  const measure = (place: HTMLElement | null): void => {
    if (place !== null && place.offsetHeight > least) setLeast(place.offsetHeight);
  };
  if (tabs < 2) return children;
  return (
    <div className="ui-form" ref={measure} style={{ minHeight: least }}>
      {children}
    </div>
  );
};
/** Sections below each other, or under tabs; a tab with a wrong field says so. */
export const FormBody = <V extends object>({ sections, form, tab, onTab, remember }: BodyProps<V>) => {
  const tabs = [...new Set(sections.flatMap(({ tab: name }) => (name === undefined ? [] : [name])))];
  const current = tab ?? tabs[0];
  const shown = sections.filter(
    ({ tab: name, foot, hidden }) => foot !== true && hidden !== true && (name === undefined || name === current),
  );
  const wrong = (name: string): boolean =>
    sections.some(
      (section) =>
        section.tab === name && (section.fields ?? []).some((field) => form.problemOf(field.name) !== undefined),
    );
  // What belongs to no tab and is named before the tabs stands above them: the head of a document.
  const first = sections.findIndex(({ tab: name }) => name !== undefined);
  const above = shown.filter((section) => sections.indexOf(section) < first);
  const view = (section: Section<V>, index: number): ReactNode => (
    <SectionView key={section.title ?? index} section={section} form={form} sections={sections} remember={remember} />
  );
  return (
    <>
      {above.map(view)}
      {tabs.length > 1 ? (
        <Tabs
          tabs={tabs}
          current={current}
          onTab={onTab}
          words={(name) => (
            <>
              {name}
              {wrong(name) ? <span className="ui-problem"> 有误</span> : null}
            </>
          )}
        />
      ) : null}
      <TabPlace tabs={tabs.length}>
        {shown.slice(above.length).map((section, index) => view(section, above.length + index))}
      </TabPlace>
    </>
  );
};

/** What stays in sight, between what is scrolled and the buttons. */
type FootProps<V extends object> = Omit<BodyProps<V>, 'tab' | 'onTab'> & {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};
export const FormFoot = <V extends object>({ sections, form, remember, onKeyDown }: FootProps<V>) => {
  const pinned = sections.filter(({ foot }) => foot === true);
  if (pinned.length === 0) return null;
  return (
    <div className={form.mode === 'view' ? 'ui-foot ui-form-view' : 'ui-foot'} onKeyDown={onKeyDown}>
      {pinned.map((section, index) => (
        <SectionView
          key={section.title ?? index}
          section={section}
          form={form}
          sections={sections}
          remember={remember}
        />
      ))}
    </div>
  );
};

/** One line at the top that names the first wrong place and jumps there. */
export const ProblemLine = ({
  problems,
  wordsOf,
  onJump,
}: {
  problems: readonly Problem[];
  wordsOf: (problem: Problem) => string;
  onJump: () => void;
}) => {
  const [first] = problems;
  if (first === undefined) return null;
  return (
    <div className="ui-problem-line" role="alert">
      <button type="button" onClick={onJump}>
        {problems.length === 1 ? wordsOf(first) : `有${problems.length}处需要修改：${wordsOf(first)}`}
      </button>
    </div>
  );
};
export const useTab = (): readonly [string | undefined, (tab: string | undefined) => void] => useState<string>();
