import { Banner, Button, Dialog, SkeletonBox } from '@primer/react';
import { messageOf, useRecord } from 'root-config/api';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { z } from 'zod';
import { confirm, leaving } from '../pieces/confirm.tsx';
import { FailedState } from '../pieces/empty-state.tsx';
import { KeyCap } from '../pieces/key-cap.tsx';
import { usePhone } from '../pieces/use-media.ts';
import { FIELDS, FormBody, FormFoot, ProblemLine, moveOn, useTab } from './form-body.tsx';
import { cellOf, fieldsIn, placedWords } from './form-model.ts';
import { placing } from './placing.ts';
import { SaveFailure } from './save-failure.tsx';
import { useAfterScans } from './use-after-scans.ts';
import { useForm, type FormState } from './use-form.ts';
import { useSave, type LoadedRecord } from './use-save.ts';
import { CTRL_ENTER, useShortcuts, type Shortcuts } from './use-shortcuts.ts';
import type { FormButton, FormDialogProps, NameOf } from './types.ts';
import './form.css';

const FRAMES_TO_WAIT = 120;
const SAVE = { name: 'save', label: '保存', variant: 'primary' } as const;
const buttonsOf = <V extends object>(props: FormDialogProps<V>, form: FormState<V>): readonly FormButton<V>[] => {
  const given: readonly FormButton<V>[] = props.buttons ?? [SAVE];
  return given.filter((button) => (props.mode !== 'view' || button.always === true) && (button.when?.(form) ?? true));
};
const draftKeyOf = <V extends object>({ draft, mode, path, title, source }: FormDialogProps<V>): string | undefined => {
  if (mode === 'view' || draft === false) return undefined;
  return draft ?? `${path ?? title}:${mode === 'add' ? 'new' : (source ?? title)}`;
};

/** The form with its foot. */
const whole = (frame: HTMLElement | null): HTMLElement | null => frame?.closest('[role="dialog"]') ?? frame;
const placeOf = (frame: HTMLElement | null, name: string): HTMLElement | null | undefined =>
  whole(frame)?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
const focusFirstProblem = (frame: HTMLElement | null, path: string | undefined): void => {
  if (frame === null || path === undefined) return;
  // A part of a field that has a place of its own, else the field it belongs to.
  const field = placeOf(frame, path) ?? placeOf(frame, path.split('.')[0] ?? path);
  const control = field?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex="0"]');
  (control ?? field)?.focus();
  field?.scrollIntoView({ block: 'nearest' });
};

/** Whether somebody is in another field than before, or in a list over the form: who is quicker than the screen keeps the keys. */
const wentOn = (frame: HTMLElement | null, before: Element | null): boolean => {
  const { activeElement: now } = document;
  if (now === null || now === before || now === document.body) return false;
  const around = now.closest('[role="dialog"]');
  return around !== null && (now.matches(FIELDS) || around !== whole(frame));
};
/** The first field has the focus, not the cross of the dialog, and again with each new record; on phones none, or the keyboard covers half the form. */
type FirstFocus = { readonly active: boolean; readonly scanFirst: boolean; readonly begun: number };
const useFirstFocus = (frame: RefObject<HTMLElement | null>, { active, scanFirst, begun }: FirstFocus): void => {
  useEffect(() => {
    if (!active) return undefined;
    let soon = 0;
    const before = document.activeElement;
    const look = (left: number): void => {
      if (wentOn(frame.current, before)) return;
      const scanBox = frame.current?.querySelector<HTMLElement>('.ui-scan input');
      // The scan box is loaded apart and may come some frames later.
      if (scanFirst && scanBox == null && left > 0) soon = requestAnimationFrame(() => look(left - 1));
      else ((scanFirst ? scanBox : null) ?? frame.current?.querySelector<HTMLElement>(FIELDS))?.focus();
    };
    soon = requestAnimationFrame(() => look(FRAMES_TO_WAIT));
    return () => cancelAnimationFrame(soon);
  }, [frame, active, scanFirst, begun]);
};

/** Brings the first wrong field into sight, on its tab, with the focus. */
const useProblemFocus = <V extends object>(
  props: FormDialogProps<V>,
  form: FormState<V>,
  onTab: (tab: string) => void,
) => {
  const frame = useRef<HTMLDivElement>(null);
  const jump = (): void => {
    const path = form.problems[0]?.path;
    const home = props.sections.find(
      ({ fields, lines }) =>
        fields?.some(({ name }) => name === path?.split('.')[0]) === true || lines?.name === path?.split('.')[0],
    );
    if (home?.tab !== undefined) onTab(home.tab);
    if (path !== undefined) props.reveal?.(path);
    const cell = path === undefined || home?.lines === undefined ? undefined : cellOf(path);
    const before = document.activeElement;
    requestAnimationFrame(() => {
      if (wentOn(frame.current, before)) return;
      if (cell === undefined) focusFirstProblem(frame.current, path);
      else form.lines(cell.name as NameOf<V>).reveal(cell.index, cell.field);
    });
  };
  const latest = useRef(jump);
  useEffect(() => {
    latest.current = jump;
  });
  // A count and no frame to wait for: its effect runs in the render that has the problems, however late that comes.
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) latest.current();
  }, [refusals]);
  return { frame, jump, jumpSoon: () => setRefusals((before) => before + 1) };
};

/** Goes to a field as a person would: a list opens, a text is chosen. */
const goTo = (frame: HTMLElement | null, name: string): void => {
  const control = placeOf(frame, name)?.querySelector<HTMLElement>(FIELDS);
  control?.focus();
  if (control instanceof HTMLButtonElement) control.click();
};
const keysOf = <V extends object>(
  props: FormDialogProps<V>,
  buttons: readonly FormButton<V>[],
  press: (button: FormButton<V>) => void,
): Shortcuts => ({
  ...props.shortcuts,
  // Also before the first field has the focus, which it gets a frame later.
  ...(buttons[0] !== undefined && { [CTRL_ENTER]: () => press(buttons[0]!) }),
  ...Object.fromEntries(
    fieldsIn(props.sections).flatMap(({ name, shortcut }) =>
      shortcut === undefined || props.mode === 'view'
        ? []
        : [[shortcut, (frame: HTMLElement | null) => goTo(frame, name)]],
    ),
  ),
  ...Object.fromEntries(
    buttons.flatMap((button) => (button.shortcut === undefined ? [] : [[button.shortcut, () => press(button)]])),
  ),
});

/** What had the focus when the form was opened gets it back; a form that loads first is two dialogs, and the second knows only of the first. */
type Opener = { readonly current: HTMLElement | null };
/** None inside of a dialog, whose own trap takes the focus back: where this did so too, Escape closed that dialog no more. */
const openerNow = (): Opener => {
  const { activeElement: now } = document;
  return { current: now instanceof HTMLElement && now.closest('[role="dialog"]') === null ? now : null };
};
type LoadedDialog<V extends object> = {
  readonly props: FormDialogProps<V>;
  readonly loaded: LoadedRecord<V>;
  readonly opener?: Opener;
};
const LoadedForm = <V extends object>({ props, loaded, opener }: LoadedDialog<V>) => {
  const { mode, title, onClose } = props;
  const form = useForm({ ...props, start: loaded.values, draftKey: draftKeyOf(props) });
  const saving = useSave(props, form, loaded);
  const [tab, setTab] = useTab();
  const { frame, jump, jumpSoon } = useProblemFocus(props, form, setTab);
  const phone = usePhone();
  const [begun, setBegun] = useState(0);
  useFirstFocus(frame, { active: mode !== 'view' && !phone, scanFirst: props.scanFirst === true, begun });
  const buttons = buttonsOf(props, form);

  const pressNow = async (button: FormButton<V>): Promise<void> => {
    if (button.press !== undefined) return button.press(form);
    if (button.untouched !== undefined && !form.dirty) return button.untouched(form);
    const saved = await saving.save(button.name);
    if (saved === undefined) return jumpSoon();
    const then = props.onSaved?.(saved.answer, saved.values, button.name);
    if (then === 'again') {
      form.reset(props.initial ?? {});
      setTab(undefined);
      setBegun((before) => before + 1);
    } else if (then !== 'stay') onClose();
  };
  const { press, held } = useAfterScans((button: FormButton<V>) => void pressNow(button));
  useShortcuts(frame, keysOf(props, buttons, press));
  const dirty = (): boolean => props.unsaved?.(form.values) ?? form.dirty;
  const leave = async (): Promise<void> => {
    const later = props.draft === false ? '关闭后不保留' : '关闭后下次打开可以恢复';
    if (!dirty() || (await confirm({ title: '尚未保存', text: `内容还没有保存，${later}。确定关闭吗？` }))) onClose();
  };
  const cancel = (): Promise<void> =>
    leaving(dirty(), () => {
      form.dropDraft();
      onClose();
    });
  return (
    <Dialog
      title={title}
      {...placing(props)}
      {...(opener !== undefined && { returnFocusRef: opener })}
      className={phone ? 'ui-dialog ui-dialog-phone' : props.drawer === true ? 'ui-dialog ui-drawer' : 'ui-dialog'}
      onClose={() => void leave()}
      renderFooter={() => (
        <>
          <FormFoot sections={props.sections} form={form} remember={props.path ?? title} onKeyDown={moveOn} />
          <Dialog.Footer className="ui-dialog-foot">
            <span className="ui-dialog-wait" role="status">
              {saving.waiting}
            </span>
            <Button onClick={() => void (mode === 'view' ? onClose() : cancel())}>
              {mode === 'view' ? '关闭' : '取消'}
            </Button>
            {buttons.toReversed().map((button) => (
              <Button
                key={button.name}
                variant={button.variant ?? 'default'}
                disabled={saving.saving !== undefined && saving.saving !== button.name}
                loading={(saving.saving ?? held?.name) === button.name}
                loadingAnnouncement="正在保存…"
                aria-keyshortcuts={button.shortcut}
                onClick={() => press(button)}
              >
                {button.label}
                {button.shortcut === undefined ? null : <KeyCap name={button.shortcut} />}
              </Button>
            ))}
          </Dialog.Footer>
        </>
      )}
    >
      <div ref={frame} className={mode === 'view' ? 'ui-form ui-form-view' : 'ui-form'} onKeyDown={moveOn}>
        {form.draft === null ? null : (
          <Banner
            title="恢复未保存的内容"
            description="上次关闭时还有内容没有保存。"
            primaryAction={<Banner.PrimaryAction onClick={form.restoreDraft}>恢复未保存的内容</Banner.PrimaryAction>}
            secondaryAction={<Banner.SecondaryAction onClick={form.discardDraft}>放弃</Banner.SecondaryAction>}
          />
        )}
        <SaveFailure saving={saving} values={form.values} />
        <ProblemLine
          problems={form.problems}
          wordsOf={(problem) => placedWords(props.sections, problem)}
          onJump={jump}
        />
        {props.head}
        <FormBody sections={props.sections} form={form} tab={tab} onTab={setTab} remember={props.path ?? title} />
        {props.aside?.(form)}
      </div>
    </Dialog>
  );
};

/** Loads the record first; the form opens on what is true now. */
const SourcedForm = <V extends object>({ props, source }: { props: FormDialogProps<V>; source: string }) => {
  const { record, etag, pending, error, retry } = useRecord(source, z.unknown());
  const [opener] = useState(openerNow);
  if (!pending && error === null) {
    const values = props.read?.(record) ?? (record as Partial<V>);
    return <LoadedForm props={props} loaded={{ values, etag }} opener={opener} />;
  }
  return (
    <Dialog title={props.title} {...placing(props)} returnFocusRef={opener} onClose={props.onClose}>
      {error === null ? (
        <div className="ui-form" aria-busy>
          {[1, 2, 3, 4].map((line) => (
            <SkeletonBox key={line} height="32px" />
          ))}
        </div>
      ) : (
        <FailedState message={messageOf(error)} onRetry={retry} />
      )}
    </Dialog>
  );
};

/** A form as one plain object → its dialog. */
export const FormDialog = <V extends object>(props: FormDialogProps<V>) =>
  props.source === undefined ? (
    <LoadedForm props={props} loaded={{ values: props.initial ?? {}, etag: null }} />
  ) : (
    <SourcedForm props={props} source={props.source} />
  );
