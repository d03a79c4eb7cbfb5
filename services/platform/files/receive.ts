/** Pictures that somebody uploads, stored, or why they are not. */
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Upload } from '../../contracts/route.ts';
import { StorageFailed } from '../storage/bucket.ts';
import type { FileStore, StoredPicture } from './store.ts';

const NOT_A_PICTURE = refuse(
  'wrong-type',
  'files.not_a_picture',
  '文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。',
);
const BUSY = refuse('too-many', 'files.busy', '正在处理的图片过多，请稍后再上传', { data: { retryAfter: 5 } });

/** All of them or none. A storage that is away is 503 in words; nothing of the upload is left there (R60). */
export const receivePictures = async (
  files: FileStore,
  uploads: readonly Pick<Upload, 'bytes'>[],
  owner: number,
): Promise<readonly StoredPicture[] | Refusal> => {
  try {
    const stored = await files.savePictures(
      uploads.map(({ bytes }) => bytes),
      owner,
    );
    return stored === 'busy' ? BUSY : (stored ?? NOT_A_PICTURE);
  } catch (error) {
    if (!(error instanceof StorageFailed)) throw error;
    return refuse('unavailable', 'files.storage_away', `图片没有保存：${error.message}`);
  }
};
export const receivePicture = async (
  files: FileStore,
  upload: Pick<Upload, 'bytes'>,
  owner: number,
): Promise<StoredPicture | Refusal> => {
  const stored = await receivePictures(files, [upload], owner);
  if (isRefusal(stored)) return stored;
  const [picture] = stored;
  if (picture === undefined) throw new TypeError('One picture was stored and none was named');
  return picture;
};
