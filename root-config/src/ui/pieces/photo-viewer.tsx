import { useCallback, useEffect, useRef, useState, type PointerEvent, type WheelEvent } from 'react';
import { createPortal } from 'react-dom';
import { pictureUrl } from './picture-url.ts';
import './photo-viewer.css';

type View = { readonly scale: number; readonly x: number; readonly y: number };
const FIT: View = { scale: 1, x: 0, y: 0 };
const zoomed = (view: View, by: number): View => {
  const scale = Math.min(8, Math.max(1, view.scale * by));
  return scale === 1 ? FIT : { ...view, scale };
};

type Props = { names: readonly string[]; start?: number; onClose: () => void };
/** Pictures large: wheel and +/− zoom, drag moves, ←→ change, 0 fits, Esc closes. */
export const PhotoViewer = ({ names, start = 0, onClose }: Props) => {
  const [index, setIndex] = useState(start);
  const [view, setView] = useState(FIT);
  const [failed, setFailed] = useState(false);
  const frame = useRef<HTMLDialogElement>(null);
  const go = useCallback(
    (step: number): void => {
      setIndex((now) => (now + step + names.length) % names.length);
      setView(FIT);
      setFailed(false);
    },
    [names.length],
  );
  useEffect(() => {
    // A modal dialog element keeps the focus inside and gives it back to the thumbnail.
    frame.current?.showModal();
  }, []);
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => setView((now) => zoomed(now, 1.4)),
    '=': () => setView((now) => zoomed(now, 1.4)),
    '-': () => setView((now) => zoomed(now, 1 / 1.4)),
    '0': () => setView(FIT),
  };
  const onWheel = (event: WheelEvent): void => setView((now) => zoomed(now, event.deltaY < 0 ? 1.2 : 1 / 1.2));
  const onPointerMove = (event: PointerEvent): void => {
    if (event.buttons !== 1 || view.scale === 1) return;
    setView((now) => ({ ...now, x: now.x + event.movementX, y: now.y + event.movementY }));
  };
  const name = names[index] ?? '';
  return createPortal(
    <dialog
      ref={frame}
      className="ui-viewer"
      aria-label={`图片 ${index + 1} / ${names.length}`}
      onClose={onClose}
      onKeyDown={(event) => {
        event.stopPropagation();
        keys[event.key]?.();
      }}
    >
      <div
        className="ui-viewer-stage"
        onWheel={onWheel}
        onPointerMove={onPointerMove}
        onDoubleClick={() => setView((now) => (now.scale === 1 ? zoomed(now, 2.5) : FIT))}
        onClick={(event) => {
          if (event.target === event.currentTarget) frame.current?.close();
        }}
      >
        {failed ? (
          <p role="alert">图片无法显示</p>
        ) : (
          <img
            src={pictureUrl(name)}
            alt={`图片 ${index + 1}`}
            draggable={false}
            onError={() => setFailed(true)}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          />
        )}
      </div>
      <div className="ui-viewer-bar">
        {names.length > 1 ? (
          <button type="button" onClick={() => go(-1)}>
            上一张
          </button>
        ) : null}
        <span aria-live="polite">
          {index + 1} / {names.length}
        </span>
        {names.length > 1 ? (
          <button type="button" onClick={() => go(1)}>
            下一张
          </button>
        ) : null}
        <button type="button" onClick={() => setView((now) => zoomed(now, 1.4))}>
          放大
        </button>
        <button type="button" onClick={() => setView((now) => zoomed(now, 1 / 1.4))}>
          缩小
        </button>
        <button type="button" autoFocus onClick={() => frame.current?.close()}>
          关闭
        </button>
      </div>
    </dialog>,
    document.body,
  );
};
