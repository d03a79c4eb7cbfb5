import { ApiError, messageOf, toast } from 'root-config/api';
import { Button, TEXTS, uploadPicture } from 'root-config/ui';
import { useId, useRef, useState } from 'react';
import type { ElementOf } from 'services/contracts/print-layout';
import { ChoiceField } from './inputs.tsx';
import type { PanelProps } from './panel-props.ts';

const IMAGE_FITS = [
  { value: 'contain', label: '完整显示' },
  { value: 'cover', label: '填满，可裁边' },
  { value: 'fill', label: '拉伸' },
] as const;
/** A picture of the house, uploaded here, or the photo of the piece that is printed. */
export const ImageFields = ({ element, kind, change }: PanelProps<ElementOf<'image'>>) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const upload = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (!file.type.startsWith('image/')) return toast.error(TEXTS.imageType);
    setBusy(true);
    try {
      const path = await uploadPicture(file, file.name);
      change({ src: path.slice(path.lastIndexOf('/') + 1), field: '' });
    } catch (error) {
      toast.error(error instanceof ApiError ? messageOf(error) : '图片没有上传成功');
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ChoiceField
        label="来源"
        wide
        value={element.field}
        choices={[
          { value: '', label: '固定图片（店标等）' },
          ...(kind === 'label' ? [{ value: 'pictures', label: '首饰的照片' }] : []),
        ]}
        onChange={(field) => change({ field })}
      />
      {element.field === '' ? (
        <div className="dz-field dz-wide">
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*"
            hidden
            aria-label="选择图片文件"
            onChange={({ target }) => void upload(target.files?.[0]).finally(() => void (target.value = ''))}
          />
          <Button size="small" block loading={busy} onClick={() => input.current?.click()}>
            {element.src === '' ? '上传图片' : '更换图片'}
          </Button>
        </div>
      ) : null}
      <ChoiceField label="图片大小" wide value={element.fit} choices={IMAGE_FITS} onChange={(fit) => change({ fit })} />
    </>
  );
};
