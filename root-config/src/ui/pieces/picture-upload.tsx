import { Button, Spinner } from '@primer/react';
import { messageOf, toast } from 'root-config/api';
import { Suspense, lazy, useId, useRef, useState, type DragEvent } from 'react';
import { pictureNames } from '../format/show.ts';
import { TEXTS } from '../format/texts.ts';
import { Thumb } from './thumb.tsx';
import { uploadPicture } from './upload-picture.ts';
import './picture-upload.css';

const Camera = lazy(async () => ({ default: (await import('./camera.tsx')).Camera }));
const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

export type PictureUploadProps = {
  readonly label: string;
  /** JSON text list of names, or a list. */
  readonly value: unknown;
  readonly onChange: (names: readonly string[]) => void;
  /** Default 2 (R34). */
  readonly max?: number | undefined;
  readonly disabled?: boolean | undefined;
  /** Whether this user may take pictures with the camera here. */
  readonly camera?: boolean | undefined;
  /** Every picture is cut to that shape before it is uploaded. */
  readonly crop?: PictureShape | undefined;
};
/** px; what is kept has that ratio and the picture's own resolution. */
export type PictureShape = { readonly width: number; readonly height: number };
type ItemProps = {
  readonly name: string;
  readonly names: readonly string[];
  readonly disabled: boolean;
  readonly onCut: () => void;
  readonly onRemove: () => void;
};
/** A picture that is there, with 裁剪 and 移除. */
const UploadedPicture = ({ name, names, disabled, onCut, onRemove }: ItemProps) => {
  const place = `第${names.indexOf(name) + 1}张图片`;
  return (
    <div className="ui-upload-item">
      <Thumb names={[name, ...names.filter((other) => other !== name)]} size={96} />
      {disabled ? null : (
        <span className="ui-upload-item-bar">
          <button type="button" className="ui-link" aria-label={`裁剪${place}`} onClick={onCut}>
            裁剪
          </button>
          <button type="button" className="ui-link ui-link-danger" aria-label={`移除${place}`} onClick={onRemove}>
            移除
          </button>
        </span>
      )}
    </div>
  );
};

/** At most two pictures: drop, choose, paste or take; a click shows them large, each can be cut. */
export const PictureUpload = (props: PictureUploadProps) => {
  const { label, value, onChange, max = 2, disabled = false, camera, crop } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState(0);
  const [over, setOver] = useState(false);
  const [cutting, setCutting] = useState<string>();
  const names = pictureNames(value);
  const add = async (files: readonly File[]): Promise<void> => {
    if (files.some(({ type }) => !type.startsWith('image/'))) return toast.error(TEXTS.imageType);
    if (names.length + files.length > max) return toast.error(TEXTS.imageCount.replace('2', String(max)));
    const [first] = files;
    if (crop !== undefined && first !== undefined) return setCutting(URL.createObjectURL(first));
    setRunning(files.length);
    try {
      const added = await Promise.all(files.map((file) => uploadPicture(file, file.name)));
      onChange([...names, ...added]);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setRunning(0);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void add([...event.dataTransfer.files]);
  };
  return (
    <div
      className={over ? 'ui-upload ui-upload-over' : 'ui-upload'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (files.length > 0 && !disabled) void add(files);
      }}
    >
      {names.map((name) => (
        <UploadedPicture
          key={name}
          name={name}
          names={names}
          disabled={disabled}
          onCut={() => setCutting(name)}
          onRemove={() => onChange(names.filter((other) => other !== name))}
        />
      ))}
      {disabled || names.length >= max ? null : (
        <div className="ui-upload-add">
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*"
            multiple={max > 1}
            hidden
            onChange={(event) => {
              void add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button onClick={() => input.current?.click()} aria-label={`选择${label}`}>
            选择图片
          </Button>
          <span>或拖到这里，最多{max}张</span>
        </div>
      )}
      {camera === true && !disabled ? (
        <Suspense fallback={<div className="ui-camera" aria-busy />}>
          <Camera full={names.length >= max} onPicture={(name) => onChange([...names, name])} />
        </Suspense>
      ) : null}
      {cutting === undefined ? null : (
        <Suspense fallback={null}>
          <CropDialog
            name={cutting}
            aspect={crop === undefined ? undefined : crop.width / crop.height}
            onCut={(cut) =>
              onChange(names.includes(cutting) ? names.map((name) => (name === cutting ? cut : name)) : [...names, cut])
            }
            onClose={() => {
              URL.revokeObjectURL(cutting);
              setCutting(undefined);
            }}
          />
        </Suspense>
      )}
      {running > 0 ? <Spinner size="small" srText="正在上传…" /> : null}
    </div>
  );
};
