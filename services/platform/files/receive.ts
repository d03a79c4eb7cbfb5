/** A picture that somebody uploads, stored, or why it is none. */
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Upload } from '../../contracts/route.ts';
import type { FileStore, StoredPicture } from './store.ts';

const NOT_A_PICTURE = '文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。';
const BUSY = refuse('too-many', 'files.busy', '正在处理的图片过多，请稍后再上传', { data: { retryAfter: 5 } });

/** `otherwise`: what a file is that is no picture, wrong in its content (422) or of a wrong type (415). */
export const receivePicture = async (
  files: FileStore,
  { bytes }: Pick<Upload, 'bytes'>,
  { owner, otherwise }: { readonly owner: number; readonly otherwise: 'invalid' | 'wrong-type' },
): Promise<StoredPicture | Refusal> => {
  const stored = await files.savePicture(bytes, owner);
  if (stored === 'busy') return BUSY;
  return stored ?? refuse(otherwise, 'files.not_a_picture', NOT_A_PICTURE);
};
