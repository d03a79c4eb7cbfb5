/** POST /public/uploadFile: pictures of any screen (S2§7, R106). */
import { z } from 'zod';
import { isRefusal, refuse } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Route, Upload } from '../../contracts/route.ts';
import { receivePictures } from './receive.ts';
import type { FileStore, StoredPicture } from './store.ts';

const MB = 1024 * 1024;
const MAX_BYTES = 10 * MB;
const MAX_LOGO_BYTES = 2 * MB;
const MAX_FILES = 9;
const ONE_FILE = refuse('invalid', 'platform.one_file', '只能上传一个文件！');
const LOGO_TOO_LARGE = refuse('too-large', 'files.logo_too_large', '文件大小超过 2MB');

const Stored = z.object({ name: z.string(), path: z.string(), full_path: z.string(), url: z.string() });
const shown = ({ name, path }: StoredPicture, origin = ''): z.infer<typeof Stored> => ({
  name,
  path,
  full_path: path,
  url: `${origin}${path}`,
});

export const fileRoutes = (files: FileStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/public/uploadFile',
    summary: '上传图片',
    allow: { everyone: 'signed-in' },
    multipart: { field: 'file', maxBytes: MAX_BYTES, tooLarge: '文件大小超过 10MB', maxFiles: MAX_FILES },
    data: z.union([Stored, z.array(Stored)]),
    handler: async ({ body, user, client }) => {
      const upload = body as Upload;
      const { more = [], fields } = upload;
      const isList = fields['type'] === '2';
      if (!isList && more.length > 0) return ONE_FILE;
      if (fields['use'] === 'logo' && upload.bytes.length > MAX_LOGO_BYTES) return LOGO_TOO_LARGE;
      const stored = await receivePictures(files, [upload, ...more], user.id);
      if (isRefusal(stored)) return stored;
      const all = stored.map((picture) => shown(picture, client.origin));
      return { data: isList ? all : all[0]!, msg: '上传成功' };
    },
  }),
];
