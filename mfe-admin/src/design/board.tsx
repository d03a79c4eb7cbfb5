/** The page to draw on, true to scale: elements as they print, handles, guides, rulers. */
import { drawElement } from 'root-config/print';
import { pictureUrl } from 'root-config/ui';
import { memo, useEffect, useRef, type Dispatch, type RefObject } from 'react';
import type { PrintElement } from 'services/contracts/print-layout';
import { nameOf } from './elements.ts';
import { HANDLES, around, pulls, type Box, type Guide, type Handle } from './geometry.ts';
import { selectedItems, type Design, type Item, type DesignStep } from './model.ts';
import { Ruler } from './ruler.tsx';
import { shownHandles, useGesture } from './use-gesture.ts';
import { EDGE_PX, scaleOf, type View } from './view.ts';

const OPTIONS = { picture: pictureUrl };
/** An element that prints nothing now (a picture that is not chosen, a field without value) is still there to catch. */
type DrawnProps = { element: PrintElement; data: View['data']; kind: string; scale: number };
const DrawnElement = memo(({ element, data, kind, scale }: DrawnProps) => {
  const markup = drawElement(element, data, OPTIONS);
  if (markup !== '' && element.show !== 'never') return <g dangerouslySetInnerHTML={{ __html: markup }} />;
  const { x, y, width, height } = element;
  return (
    <g className="dz-empty">
      <rect x={x} y={y} width={width} height={height} strokeWidth={1 / scale} strokeDasharray={`${3 / scale}`} />
      <text x={x + 1 / scale} y={y + Math.min(height, 11 / scale)} fontSize={Math.min(10 / scale, Math.max(height, 1))}>
        {nameOf(element, kind)}
      </text>
    </g>
  );
});
DrawnElement.displayName = 'DrawnElement';

const turn = ({ x, y, width, height, rotation }: PrintElement): string | undefined =>
  rotation === 0 ? undefined : `rotate(${rotation} ${x + width / 2} ${y + height / 2})`;
/** Thin things get a margin to be caught by. */
const Hit = ({ item, scale, selected }: { item: Item; scale: number; selected: boolean }) => {
  const { x, y, width, height } = item.element;
  const pad = Math.max(0, (8 / scale - Math.min(width, height)) / 2);
  return (
    <rect
      data-item={item.id}
      className={selected ? 'dz-hit dz-picked' : 'dz-hit'}
      x={x - pad}
      y={y - pad}
      width={width + 2 * pad}
      height={height + 2 * pad}
      strokeWidth={1 / scale}
      transform={turn(item.element)}
    />
  );
};
const HANDLE_PX = 9;
const Handles = ({ item, scale }: { item: Item; scale: number }) => {
  const { x, y, width, height } = item.element;
  const size = HANDLE_PX / scale;
  const place = (handle: Handle): { x: number; y: number } => {
    const side = pulls(handle);
    return { x: x + (width * (side.x + 1)) / 2 - size / 2, y: y + (height * (side.y + 1)) / 2 - size / 2 };
  };
  return (
    <g transform={turn(item.element)}>
      {shownHandles(HANDLES, item.element).map((handle) => (
        <rect
          key={handle}
          data-handle={handle}
          className={`dz-handle dz-${handle}`}
          {...place(handle)}
          width={size}
          height={size}
          strokeWidth={1 / scale}
        />
      ))}
    </g>
  );
};
type MarksProps = {
  readonly guides: readonly Guide[];
  readonly band: Box | null;
  readonly page: { width: number; height: number };
  readonly scale: number;
};
const Marks = ({ guides, band, page, scale }: MarksProps) => (
  <g pointerEvents="none">
    {guides.map(({ axis, at }, index) => (
      <path
        key={index}
        className="dz-guide"
        strokeWidth={1 / scale}
        d={axis === 'x' ? `M${at} ${-page.height}V${page.height * 2}` : `M${-page.width} ${at}H${page.width * 2}`}
      />
    ))}
    {band === null ? null : <rect className="dz-band" {...band} strokeWidth={1 / scale} />}
  </g>
);

type Props = {
  readonly design: Design;
  readonly step: Dispatch<DesignStep>;
  readonly view: View;
  readonly room: RefObject<HTMLDivElement | null>;
  /** Takes back a drag that is under way; false when there is none. */
  readonly onCancel: (cancel: () => boolean) => void;
};
export const Board = ({ design, step, view, room, onCancel }: Props) => {
  const origin = useRef<SVGGElement>(null);
  const { guides, band, pointer, cancel, handlers } = useGesture({ page: origin, design, step, view });
  useEffect(() => {
    onCancel(cancel);
  });
  const scale = scaleOf(view);
  const { page, items } = design.drawing;
  const [width, height] = [page.width * scale + 2 * EDGE_PX, page.height * scale + 2 * EDGE_PX];
  const picked = selectedItems(design);
  const frame = picked.length === 0 ? null : around(picked.map(({ element }) => element));
  const [only] = picked.length === 1 ? picked : [];
  return (
    <div ref={room} className="dz-room">
      <div
        className="dz-sheet"
        style={{ gridTemplateColumns: `20px ${width}px`, gridTemplateRows: `20px ${height}px` }}
      >
        <span className="dz-corner">mm</span>
        <Ruler axis="x" length={page.width} scale={scale} at={pointer?.x ?? null} frame={frame} />
        <Ruler axis="y" length={page.height} scale={scale} at={pointer?.y ?? null} frame={frame} />
        <svg
          className="dz-board"
          width={width}
          height={height}
          role="img"
          aria-label={`画板：${page.width} × ${page.height} 毫米，${items.length}个元素`}
          {...handlers}
        >
          <g ref={origin} transform={`translate(${EDGE_PX} ${EDGE_PX}) scale(${scale})`}>
            <rect className="dz-page" width={page.width} height={page.height} strokeWidth={1 / scale} />
            <g fontFamily="PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif">
              {items.map(({ id, element }) => (
                <DrawnElement key={id} element={element} data={view.data} kind={view.kind} scale={scale} />
              ))}
            </g>
            {items.map((item) => (
              <Hit key={item.id} item={item} scale={scale} selected={design.selected.includes(item.id)} />
            ))}
            <Marks guides={guides} band={band} page={page} scale={scale} />
            {only === undefined ? null : <Handles item={only} scale={scale} />}
          </g>
        </svg>
      </div>
    </div>
  );
};
