/** The line of tools above the board. */
import { Button, ButtonGroup, Checkbox, OptionSelect } from 'root-config/ui';
import { useId, type Dispatch, type ReactNode } from 'react';
import type { Design, DesignStep } from './model.ts';
import type { Saving } from './use-saving.ts';
import { ZOOMS, zoomed } from './view.ts';

type Props = {
  readonly design: Design;
  readonly step: Dispatch<DesignStep>;
  readonly zoom: number;
  /** null: as large as the room allows. */
  readonly onZoom: (zoom: number | null) => void;
  readonly snap: boolean;
  readonly onSnap: (snap: boolean) => void;
  readonly saving: Saving;
  readonly chooser: ReactNode;
  readonly onPrint: () => void;
  readonly onClose: () => void;
};
const percent = (zoom: number): string => `${Math.round(zoom * 100)}%`;
export const Tools = (props: Props) => {
  const { design, step, zoom, onZoom, snap, onSnap, saving, chooser, onPrint, onClose } = props;
  const id = useId();
  const known = ZOOMS.some((each) => each === zoom);
  return (
    <div className="dz-tools" role="group" aria-label="工具">
      <Button size="small" onClick={onClose}>
        关闭
      </Button>
      <span className="dz-chooser">{chooser}</span>
      <ButtonGroup>
        <Button size="small" disabled={design.past.length === 0} title="Ctrl Z" onClick={() => step({ type: 'undo' })}>
          撤销
        </Button>
        <Button
          size="small"
          disabled={design.future.length === 0}
          title="Ctrl Y"
          onClick={() => step({ type: 'redo' })}
        >
          重做
        </Button>
      </ButtonGroup>
      <span className="dz-zoom">
        <Button size="small" aria-label="缩小" onClick={() => onZoom(zoomed(zoom, -1))}>
          −
        </Button>
        <OptionSelect
          label="缩放"
          small
          clearable={false}
          options={[
            { value: 'fit', label: known ? '适合窗口' : `适合窗口 ${percent(zoom)}` },
            ...ZOOMS.map((each) => ({ value: String(each), label: percent(each) })),
          ]}
          value={known ? String(zoom) : 'fit'}
          onChange={(next) => onZoom(next === 'fit' ? null : Number(next))}
        />
        <Button size="small" aria-label="放大" onClick={() => onZoom(zoomed(zoom, 1))}>
          ＋
        </Button>
      </span>
      <label className="dz-snap" htmlFor={`${id}-snap`} title="按住 Alt 暂时不吸附">
        <Checkbox id={`${id}-snap`} checked={snap} onChange={() => onSnap(!snap)} />
        吸附 0.5 mm
      </label>
      <span className="dz-gap" />
      <span role="status" className="dz-state">
        {saving.waiting ?? (saving.dirty ? '有修改未保存' : '已保存')}
      </span>
      <Button size="small" onClick={onPrint}>
        打印预览
      </Button>
      <Button
        size="small"
        variant="primary"
        loading={saving.pending}
        loadingAnnouncement="正在保存…"
        disabled={!saving.dirty && !saving.pending}
        title="Ctrl S"
        onClick={() => void saving.save()}
      >
        保存
      </Button>
    </div>
  );
};
