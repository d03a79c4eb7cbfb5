import { z } from 'zod';
import { isRefusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Route, Upload } from '../../contracts/route.ts';
import { receivePicture } from './receive.ts';
import type { FileStore } from './store.ts';

const MAX_BYTES = 10 * 1024 * 1024;
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
      const stored = await receivePicture(files, body as Upload, { owner: user.id, otherwise: 'invalid' });
      if (isRefusal(stored)) return stored;
      return { data: { ...stored, full_path: stored.path, url: stored.path }, msg: '上传成功' };
    },
  }),
];
