import { Dialog } from '@primer/react';
import { messageOf, toast } from 'root-config/api';
import { useId, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
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
const cut = async (url: string, { x, y, width, height }: Area): Promise<Blob> => {
  const image = await loaded(url);
  const scale = Math.min(1, MAX_EDGE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  if (blob === null) throw new Error('图片无法读取，不能裁剪');
  return blob;
};

type Props = {
  /** Of a stored picture, or the address of a file that was chosen just now. */
  readonly name: string;
  /** Width by height; default a square. */
  readonly aspect?: number | undefined;
  /** The cut picture, stored; the one before stays on the server, earlier events name it. */
  readonly onCut: (name: string) => void;
  readonly onClose: () => void;
};
/** 裁剪: a part of the picture, moved by drag or arrow keys, zoomed by wheel or slider. */
export const CropDialog = ({ name, aspect = 1, onCut, onClose }: Props) => {
  const id = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [saving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    if (area === undefined) return;
    setSaving(true);
    try {
      onCut(await uploadPicture(await cut(pictureUrl(name), area), 'crop.jpg'));
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
      setSaving(false);
    }
  };
  return (
    <Dialog
      title="裁剪图片"
      width="min(500px, 100vw)"
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
      </div>
    </Dialog>
  );
};
