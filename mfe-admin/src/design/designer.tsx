/** The designer of print templates: a page in millimetres between what can be added and what it is like (S2§2). */
import { messageOf, toast } from 'root-config/api';
import { printSheets, type PrintData } from 'root-config/print';
import { Button, confirm, pictureUrl } from 'root-config/ui';
import { useEffect, useMemo, useReducer, useRef, useState, type RefObject, type ReactNode } from 'react';
import { Board } from './board.tsx';
import { sampleData, type PaperField } from './fields.ts';
import { stepsOf } from './keys.ts';
import { layoutOf, openDesign, stepDesign, type Design, type DesignStep } from './model.ts';
import { Panel } from './panel.tsx';
import { PreviewData } from './preview-data.tsx';
import { Side } from './side.tsx';
import { layoutIn, type LoadedTemplate } from './template.ts';
import { Tools } from './tools.tsx';
import { useSaving, type Saving } from './use-saving.ts';
import { fitting, zoomed, type View } from './view.ts';
import './design.css';

type Props = {
  readonly opened: LoadedTemplate;
  readonly kept: readonly PaperField[];
  /** The record the page was opened with; null: a sample. */
  readonly start: PrintData | null;
  /** The choice of another template. */
  readonly chooser: ReactNode;
  readonly onClose: () => void;
};
const typing = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';

/** Keys of the page, wherever the focus fell (a button that greys out lets go of it); menus and questions keep theirs. */
const useKeys = (frame: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void => {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { target } = event;
      const ours = target === document.body || (target instanceof Node && frame.current?.contains(target) === true);
      if (ours && document.querySelector('[role="dialog"],[role="alertdialog"]') === null) latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [frame]);
};

const useZoom = (page: Design['drawing']['page']) => {
  const room = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<number | null>(null);
  const [size, setSize] = useState({ width: 900, height: 600 });
  useEffect(() => {
    const element = room.current;
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watcher.observe(element);
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      setZoom((before) =>
        zoomed(
          before ?? fitting(page, { width: element.clientWidth, height: element.clientHeight }),
          event.deltaY < 0 ? 1 : -1,
        ),
      );
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      watcher.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, [page]);
  return { room, zoom: zoom ?? fitting(page, size), setZoom };
};

const Notices = ({ saving, step }: { saving: Saving; step: (step: DesignStep) => void }) => {
  const takeTheirs = async (): Promise<void> => {
    if (
      !(await confirm({
        title: '刷新',
        text: '换成别人保存的设计，您没有保存的修改会放弃（可以撤销）。',
        danger: true,
      }))
    )
      return;
    step({ type: 'replace', layout: await saving.reload() });
  };
  return (
    <>
      {saving.draft === null ? null : (
        <div className="dz-notice" role="status">
          上次关闭时还有内容没有保存。
          <Button
            size="small"
            onClick={() => {
              if (saving.draft !== null) step({ type: 'replace', layout: saving.draft });
              saving.takeDraft();
            }}
          >
            恢复未保存的内容
          </Button>
          <Button size="small" variant="invisible" onClick={saving.dropDraft}>
            放弃
          </Button>
        </div>
      )}
      {saving.failure === null ? null : (
        <div className="dz-notice dz-failure" role="alert">
          {saving.failure.message}
          {saving.failure.stale ? (
            <>
              <Button
                size="small"
                onClick={() => void takeTheirs().catch((error: unknown) => toast.error(messageOf(error)))}
              >
                刷新，看别人的设计
              </Button>
              <Button size="small" variant="danger" onClick={() => void saving.overwrite()}>
                用我的设计覆盖
              </Button>
            </>
          ) : null}
        </div>
      )}
    </>
  );
};

export const Designer = ({ opened, kept, start, chooser, onClose }: Props) => {
  const { kind } = opened.row;
  const [design, step] = useReducer(stepDesign, opened, (first) => openDesign(layoutIn(first.row)));
  const [data, setData] = useState(start);
  const [snap, setSnap] = useState(true);
  const [sample] = useState(() => sampleData(kind));
  const { room, zoom, setZoom } = useZoom(design.drawing.page);
  const escape = useRef((): boolean => false);
  const onCancel = (cancel: () => boolean): void => void (escape.current = cancel);
  const frame = useRef<HTMLDivElement>(null);
  const layout = layoutOf(design.before ?? design.drawing);
  const saving = useSaving(opened, layout);
  // On paper the sheets number themselves; the board shows the first.
  const onBoard = useMemo(() => ({ sheet: 1, sheetCount: 1, ...(data ?? sample) }), [data, sample]);
  const view: View = { kind, zoom, snap, data: onBoard };

  const close = async (): Promise<void> => {
    const text = '设计还没有保存，关闭后下次打开可以恢复。确定关闭吗？';
    if (!saving.dirty || (await confirm({ title: '尚未保存', text }))) onClose();
  };
  const print = async (): Promise<void> => {
    try {
      await printSheets({ layout, rows: [data ?? sample] }, { picture: pictureUrl });
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  useKeys(frame, (event) => {
    const ctrl = event.ctrlKey || event.metaKey;
    if (ctrl && event.key.toLowerCase() === 's') {
      event.preventDefault();
      void saving.save();
      return;
    }
    if (event.target !== null && typing(event.target)) return;
    if (event.key === 'Escape') {
      if (!escape.current()) step({ type: 'select', ids: [] });
      return;
    }
    const steps = stepsOf({ key: event.key, ctrl, shift: event.shiftKey }, design);
    if (steps === null) return;
    event.preventDefault();
    steps.forEach(step);
  });
  // A click on the page leaves the fields: arrows and Delete are the board's from then on.
  const onPointerDown = (event: { readonly target: EventTarget }): void => {
    if (event.target instanceof Element && event.target.closest('.dz-board') !== null) frame.current?.focus();
  };
  return (
    <div ref={frame} className="dz" tabIndex={-1} onPointerDown={onPointerDown}>
      <h2 className="dz-title">打印模板设计</h2>
      <Tools
        design={design}
        step={step}
        zoom={zoom}
        onZoom={setZoom}
        snap={snap}
        onSnap={setSnap}
        saving={saving}
        chooser={chooser}
        onPrint={() => void print()}
        onClose={() => void close()}
      />
      <PreviewData kind={kind} data={data} onData={setData} />
      <Notices saving={saving} step={step} />
      <div className="dz-work">
        <Side design={design} step={step} view={view} kept={kept} />
        <Board design={design} step={step} view={view} room={room} onCancel={onCancel} />
        <Panel design={design} step={step} view={view} />
      </div>
    </div>
  );
};
