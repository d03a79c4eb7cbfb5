import { z } from 'zod';
import { refuse } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Route, Upload } from '../../contracts/route.ts';
import type { FileStore } from './store.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const NOT_A_PICTURE = '文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。';
const BUSY = '正在处理的图片过多，请稍后再上传';
const RETRY_SECONDS = 5;
const Stored = z.object({ name: z.string(), path: z.string(), full_path: z.string(), url: z.string() });

export const fileRoutes = (files: FileStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/public/uploadFile',
    summary: '上传图片',
    allow: { everyone: 'signed-in' },
    multipart: { field: 'file', maxBytes: MAX_BYTES, tooLarge: '文件大小超过 10MB' },
    data: Stored,
    handler: async ({ body, user }) => {
      const stored = await files.savePicture((body as Upload).bytes, user.id);
      if (stored === 'busy') return refuse('too-many', 'files.busy', BUSY, { data: { retryAfter: RETRY_SECONDS } });
      if (stored === null) return refuse('invalid', 'files.not_a_picture', NOT_A_PICTURE);
      return { data: { ...stored, full_path: stored.path, url: stored.path }, msg: '上传成功' };
    },
  }),
];
