import { Button, Dialog } from '@primer/react';
import { messageOf, toast } from 'root-config/api';
import { useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import './crop-dialog.css';
import { pictureUrl } from './picture-url.ts';
import { uploadPicture } from './upload-picture.ts';

/** Longest edge of what is kept; the server keeps no more either. */
const MAX_EDGE = 2_000;
const MAX_ZOOM = 5;

const loaded = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    // Object storage may lie elsewhere; a canvas takes only pictures that may be read.
    image.crossOrigin = 'anonymous';
    image.addEventListener('load', () => resolve(image));
    image.addEventListener('error', () => reject(new Error('图片无法读取，不能裁剪')));
    image.src = url;
  });
/** The whole picture turned by quarters: what was chosen was chosen on it. */
const turned = (image: HTMLImageElement, quarters: number): HTMLCanvasElement => {
  const upright = quarters % 2 === 0;
  const canvas = document.createElement('canvas');
  canvas.width = upright ? image.naturalWidth : image.naturalHeight;
  canvas.height = upright ? image.naturalHeight : image.naturalWidth;
  const drawing = canvas.getContext('2d');
  drawing?.translate(canvas.width / 2, canvas.height / 2);
  drawing?.rotate((quarters * Math.PI) / 2);
  drawing?.drawImage(image, -image.naturalWidth / 2, -image.naturalHeight / 2);
  return canvas;
};
type Cut = { readonly area: Area; readonly quarters: number; readonly edge: number | undefined };
const cut = async (url: string, { area, quarters, edge }: Cut): Promise<Blob> => {
  const { x, y, width, height } = area;
  const image = turned(await loaded(url), quarters);
  const longest = Math.max(width, height);
  const scale = edge === undefined ? Math.min(1, MAX_EDGE / longest) : edge / longest;
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (blob === null) throw new Error('图片无法读取，不能裁剪');
  return blob;
};

export type CropProps = {
  /** Of a stored picture, or the address of a file that was chosen just now. */
  readonly name: string;
  /** Width by height; default a square. */
  readonly aspect?: number | undefined;
  /** The cut picture, stored; the one before stays on the server, earlier events name it. */
  readonly onCut: (name: string) => void;
  readonly onClose: () => void;
  /** px of the longer edge of what is kept; default as large as it was. */
  readonly edge?: number | undefined;
  /** Where the cut picture goes; default the house's pictures. @returns its name */
  readonly upload?: ((picture: Blob) => Promise<string>) | undefined;
  readonly title?: string | undefined;
  /** px; default 500. */
  readonly width?: number | undefined;
};
const ofHouse = (picture: Blob): Promise<string> => uploadPicture(picture, 'crop.jpg');
/** 裁剪: a part of the picture, moved by drag or arrow keys, zoomed by wheel or slider. */
export const CropDialog = (props: CropProps) => {
  const { name, aspect = 1, onCut, onClose, edge, upload = ofHouse, title = '裁剪图片', width = 500 } = props;
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [quarters, setQuarters] = useState(0);
  const [area, setArea] = useState<Area>();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (area === undefined) return;
    setSaving(true);
    try {
      onCut(await upload(await cut(pictureUrl(name), { area, quarters, edge })));
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <Dialog
      title={title}
      width={`min(${width}px, 100vw)`}
      onClose={onClose}
      footerButtons={[
        { content: '取消', onClick: onClose },
        {
          content: '确定',
          buttonType: 'primary',
          disabled: area === undefined,
          loading: saving,
          onClick: () => void save(),
        },
      ]}
    >
      <div className="ui-crop">
        <Cropper
          image={pictureUrl(name)}
          aspect={aspect}
          crop={crop}
          zoom={zoom}
          rotation={quarters * 90}
          maxZoom={MAX_ZOOM}
          keyboardStep={4}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ alt: '' }}
        />
      </div>
      <div className="ui-crop-zoom">
        <label htmlFor={id}>缩放</label>
        <input
          id={id}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.1}
          value={zoom}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
        <output htmlFor={id}>{zoom.toFixed(1)} 倍</output>
        <Button size="small" onClick={() => setQuarters((now) => (now + 3) % 4)}>
          左转
        </Button>
        <Button size="small" onClick={() => setQuarters((now) => (now + 1) % 4)}>
          右转
        </Button>
      </div>
    </Dialog>
  );
};
